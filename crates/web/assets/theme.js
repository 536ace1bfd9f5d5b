// Before anything is drawn, as a plain script: the theme that was chosen, so that no page is seen in the other one, and what the page needs.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system decides.
  }
})();

// The parts of Play are fetched along with the frame, not after it; other pages need none of them.
if (location.pathname === "/" || location.pathname.startsWith("/play")) {
  for (const name of ["play", "rail", "new-game"]) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/assets/${name}.js`;
    document.head.append(link);
  }
}
