// Measures the contrast of texts in pictures: `texts()` lists those that nothing lies upon, `contrasts` compares the
// colour of each with the ground behind its letters, whatever font they are in.

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

const channels = (colour) =>
  colour
    .match(/[\d.]+/g)
    .slice(0, 3)
    .map(Number);

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour) {
  const [red, green, blue] = colour.map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Something to read the pixels of a screenshot from. */
async function pixels(picture) {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  return pen;
}

/** The mean colour of the pixels that letters cover, in the picture without letters. */
function behindLetters({ data: bare }, { data: written }) {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let i = 0; i < bare.length; i += 4) {
    if ([0, 1, 2].every((k) => bare[i + k] === written[i + k])) continue;
    for (let k = 0; k < 3; k++) sum[k] += bare[i + k];
    covered++;
  }
  return covered ? sum.map((value) => value / covered) : null;
}

/** Two screenshots, with letters and without. */
globalThis.contrasts = async ([written, bare], texts) => {
  const [withLetters, without] = [await pixels(written), await pixels(bare)];
  return texts
    .filter(({ box: [x, y, width, height] }) => width > 0 && height > 0 && x >= 0 && y >= 0)
    .map(({ words, classes, box, fill, halo, opacity }) => {
      const ground = behindLetters(without.getImageData(...box), withLetters.getImageData(...box));
      const behind = halo ? channels(halo) : (ground ?? channels(fill));
      const before = channels(fill).map((value, k) => value * opacity + behind[k] * (1 - opacity));
      const [low, high] = [luminance(before), luminance(behind)].sort((a, b) => a - b);
      return { words, classes, contrast: Math.round((100 * (high + 0.05)) / (low + 0.05)) / 100 };
    });
};
