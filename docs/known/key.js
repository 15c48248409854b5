// The key of a drawn board.

boardInput(document.querySelector("form"), wasm_bindgen, (position) => {
  const window = position.window();
  const canonical = window?.canonical();
  const shown = {
    key: canonical?.key ?? "There are no stones.",
    igtn: window?.igtn ?? "",
    canonical: canonical?.text ?? "",
    operation: canonical?.operation ?? "",
    "turn-canonical": canonical?.turn ?? "",
  };
  for (const [id, text] of Object.entries(shown)) document.getElementById(id).textContent = text;
});
