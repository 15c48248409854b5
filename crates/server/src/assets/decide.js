// Keys of the buttons that decide about a pair (pages/curate/pair.rs). They work while one of the
// buttons has the focus, so that no key surprises anybody who types or reads elsewhere.

const region = document.querySelector("#decide");

region.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const button = region.querySelector(`[data-press="${CSS.escape(event.key.toLowerCase())}"]`)
    ?? (event.key.toLowerCase() === "b" ? document.querySelector("[data-press=b]") : null);
  if (button) {
    event.preventDefault();
    button.click();
  }
});

// Whoever decides about one pair after the other need not look for the buttons.
if (new URLSearchParams(location.search).has("decided")) {
  region.querySelector("[data-press]").focus({ preventScroll: true });
}
