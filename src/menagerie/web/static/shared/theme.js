// Light or dark, before the first paint: the player's choice, or else the system's.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = localStorage.getItem("menagerie.theme");
    const dark = chosen ? chosen === "dark" : system.matches;
    document.documentElement.classList.toggle("dark", dark);
    for (const scene of document.querySelectorAll("svg.scene")) scene.classList.toggle("dark", dark);
    return dark;
  };
  apply();
  // A click before the scripts have run would be lost, so the page is inert until then.
  document.documentElement.inert = true;
  document.addEventListener("DOMContentLoaded", () => (document.documentElement.inert = false));
  system.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", apply);
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-do='theme']")) return;
    localStorage.setItem("menagerie.theme", apply() ? "light" : "dark");
    apply();
  });
})();
