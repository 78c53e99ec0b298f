/** Pictures from the server (`data-picture` is their address), in light or dark as the page is. */

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
