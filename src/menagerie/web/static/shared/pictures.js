/** Pictures from the server (`data-picture` is their address), light or dark like the page. */

function show() {
  const theme = document.documentElement.classList.contains("dark") ? "dark" : "light";
  for (const picture of document.querySelectorAll("[data-picture]")) {
    const address = `${picture.getAttribute("data-picture")}?theme=${theme}`;
    if (picture.getAttribute("src") !== address) picture.setAttribute("src", address);
  }
}

export function picturesFollowTheme() {
  show();
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ["class"] });
}
