// The theme that was chosen, before anything is drawn: a plain script, so that no page is seen in the other one.
(() => {
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch {
    // Without storage the system decides.
  }
})();
