// What of the bar cannot be read or touched as it is, and what it looks like in many moments; for test_bar.py.
window.bars = {
  faults() {
    const bar = document.querySelector(".bar"),
      frame = bar.getBoundingClientRect(),
      said = [];
    const across = (box) => box.left < frame.left || box.right > frame.right + 1;
    const along = (box) => box.top < frame.top || box.bottom > frame.bottom + 1;
    if (frame.bottom > innerHeight + 1 || frame.right > innerWidth + 1) said.push("the bar is not whole");
    if (frame.top < innerHeight / 2) said.push("the bar covers the table");
    for (const one of bar.querySelectorAll(".choices button, .choices input, .tools > button, .chip")) {
      const box = one.getBoundingClientRect(),
        words = one.textContent;
      if (box.width && (across(box) || along(box))) said.push(`out of the bar: ${words}`);
      if (box.width && box.height < 26 && one.matches("button")) said.push(`too low for a finger: ${words}`);
      if (one.scrollWidth > one.clientWidth + 1 && !one.matches(".chip")) said.push(`cut: ${words}`);
      if (one.scrollHeight > one.clientHeight + 2) said.push(`cut: ${words}`);
    }
    for (const row of bar.querySelectorAll(".choices, .tools, .chips, .ask")) {
      const { overflowX, overflowY } = getComputedStyle(row);
      if (/auto|scroll/.test(overflowX + overflowY)) said.push(`scrolled: ${row.className}`);
    }
    for (const words of bar.querySelectorAll("button, button span, .prompt, .note span"))
      if (words.textContent.trim() && parseFloat(getComputedStyle(words).fontSize) < 11)
        said.push(`small: ${words.textContent}`);
    const [tools, choices] = [".tools", ".choices"].map((one) => bar.querySelector(one).getBoundingClientRect());
    const over = tools.top < choices.bottom - 1 && tools.bottom > choices.top + 1;
    if (over && tools.width && choices.width && tools.left < choices.right - 1 && tools.right > choices.left + 1)
      said.push("tools lie over choices");
    return said;
  },

  /** Everything that the bar would offer at these moments, however one goes on; where it rises, and how far. */
  async walk(moments, labels) {
    const { picker } = await import("/static/table/turn/deciding.js"),
      { bar } = await import("/static/table/panels/bar.js");
    const high = (one) => document.querySelector(one).getBoundingClientRect().height;
    const [stage, least] = [high(".stage"), high(".bar")],
      seen = new Set(),
      faults = [];
    const tools = labels.map((label) => ({ label, key: "X", act: () => {} }));
    const risen = [];
    const look = (prompt) => {
      const choices = picker.tools([]),
        key = JSON.stringify(choices);
      if (seen.has(key)) return;
      seen.add(key);
      bar(prompt, choices, tools);
      const found = this.faults();
      if (high(".stage") !== stage) found.push("the table jumps");
      if (document.querySelectorAll(".choices button:not(.step)").length < choices.length)
        found.push("choices are missing");
      if (found.length) faults.push([prompt, ...found]);
      const over = high(".bar") - least;
      if (Math.abs(over) > 0.5) risen.push([over, prompt, ...choices.map((one) => `${one.label}: ${one.then ?? ""}`)]);
    };
    const walk = (prompt) => {
      const { paths } = picker;
      if (paths.buttons.length) look(prompt);
      for (const target of paths.next)
        if (paths.after(target).length > 1) (paths.picked.push(target), walk(prompt), paths.picked.pop());
    };
    for (const { prompt, choices } of moments) (picker.ask(choices, true), walk(prompt));
    picker.ask([]);
    risen.sort((one, other) => other[0] - one[0]);
    return { faults: faults.slice(0, 5), bars: seen.size, risen: risen.slice(0, 5) };
  },

  /** A bar with so many standing orders. */
  async orders(count) {
    const { bar } = await import("/static/table/panels/bar.js"),
      act = () => {},
      before = document.querySelector(".bar").offsetHeight;
    const tools = ["Hint", "Try out", "Orders"].map((label) => ({ label, act }));
    const chip = (n) => ({ label: `× Always distribute: Polar bears ${n}`, kind: "chip", act });
    const all = count > 2 ? [{ label: `${count} orders stand`, kind: "chip all", act }] : [];
    const chips = [...all, ...Array.from({ length: count }, (_, n) => chip(n))];
    bar(
      "Sell cards, then buy one card or power; or pass.",
      [{ label: "Pass and end turn", act }],
      [...chips, ...tools],
    );
    const seen = [...document.querySelectorAll(".chip")].filter((one) => one.offsetWidth).length;
    return { seen, faults: this.faults(), risen: document.querySelector(".bar").offsetHeight - before };
  },
};
