// Measures the contrast of texts in a picture: `texts()` lists those that nothing lies upon, `contrasts` compares each
// with what a screenshot without texts shows behind it.

globalThis.texts = () => {
  const own = (element) => element.closest("svg > g[id], svg > g > g[id]");
  return [...document.querySelectorAll("svg text")]
    .filter((text) => !text.closest("defs") && text.textContent.trim())
    .filter((text) => {
      const { x, y, width, height } = text.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top && own(top) === own(text);
    })
    .map((text) => {
      const { x, y, width, height } = text.getBoundingClientRect();
      const style = getComputedStyle(text);
      let opacity = 1;
      for (let one = text; one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
      return {
        words: text.textContent,
        classes: text.getAttribute("class") ?? "",
        box: [x + scrollX, y + scrollY, width, height].map(Math.round),
        fill: style.fill,
        halo: style.paintOrder.startsWith("stroke") && style.stroke !== "none" ? style.stroke : "",
        opacity,
      };
    });
};

const channels = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour) {
  const [red, green, blue] = colour.map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

globalThis.contrasts = async (picture, texts) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  return texts
    .filter(({ box: [x, y, width, height] }) => width > 0 && height > 0 && x >= 0 && y >= 0)
    .map(({ words, classes, box, fill, halo, opacity }) => {
      const { data } = pen.getImageData(...box);
      const sum = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) for (let k = 0; k < 3; k++) sum[k] += data[i + k];
      const behind = halo ? channels(halo) : sum.map((value) => (4 * value) / data.length);
      const before = channels(fill).map((value, k) => value * opacity + behind[k] * (1 - opacity));
      const [low, high] = [luminance(before), luminance(behind)].sort((a, b) => a - b);
      return { words, classes, contrast: Math.round((100 * (high + 0.05)) / (low + 0.05)) / 100 };
    });
};
