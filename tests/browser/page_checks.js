// What tests/browser/every_page.rs asks of each page. Each function gives a list of faults.

const checks = {
  /** What is wider than the page. */
  sideways() {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120))];
  },

  /** Texts that are too faint: WCAG 2.2, 1.4.3. */
  contrast() {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const read = (color) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      return { channels: [red, green, blue], alpha };
    };
    const luminance = (channels) => {
      const [red, green, blue] = channels.map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const background = (element) => {
      if (!element) return read("Canvas").channels;
      const { channels, alpha } = read(getComputedStyle(element).backgroundColor);
      if (alpha === 255) return channels;
      const below = background(element.parentElement);
      return channels.map((channel, at) => (channel * alpha + below[at] * (255 - alpha)) / 255);
    };
    const faults = [];
    for (const element of document.querySelectorAll("body *")) {
      const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      const style = getComputedStyle(element);
      const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isText || !isShown || element.closest("svg, .spoken, .skip, :disabled, [aria-hidden]")) continue;
      const [one, other] = [luminance(read(style.color).channels), luminance(background(element))];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      const isLarge = parseFloat(style.fontSize) >= 24;
      if (ratio < (isLarge ? 3 : 4.5)) {
        faults.push(`${ratio.toFixed(2)} ${style.color} on ${background(element)}: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return faults;
  },

  /** Controls without a name, and what a page has only once. */
  names() {
    const faults = [];
    for (const [selector, count] of [["h1", 1], ["main", 1], ["head title", 1], ["html[lang]", 1]]) {
      const found = document.querySelectorAll(selector).length;
      if (found !== count) faults.push(`${found} ${selector}`);
    }
    for (const control of document.querySelectorAll("a[href], button, input, select, textarea, [role]")) {
      if (control.type === "hidden" || control.closest("[aria-hidden=true]")) continue;
      if (!control.matches("a, button, input, select, textarea, [role=grid], [role=img]")) continue;
      const title = control.querySelector("title")?.textContent;
      const labels = [...(control.labels ?? [])].map((label) => label.textContent).join("");
      const named = control.getAttribute("aria-labelledby") || control.getAttribute("aria-label");
      const name = named || labels || control.textContent || control.title || title;
      if (!name?.trim()) faults.push(control.outerHTML.slice(0, 120));
    }
    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    for (const id of ids.filter((id, at) => ids.indexOf(id) !== at)) faults.push(`two #${id}`);
    return faults;
  },

  /** Elements that came out of a text. */
  injected() {
    const elements = [...document.querySelectorAll(".injected, [onerror], [onload]")];
    const faults = elements.map((element) => element.outerHTML.slice(0, 120));
    return window.injected ? ["a script ran", ...faults] : faults;
  },

  /** Violations that axe-core, if it was loaded, finds. */
  async axe() {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.length} such as ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ""}`);
  },

  /** How many colors a picture in Base64 has, up to a hundred. */
  async colors(png) {
    const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const colors = new Set();
    for (let at = 0; at < data.length && colors.size < 100; at += 4) {
      colors.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
    }
    return colors.size;
  },
};
