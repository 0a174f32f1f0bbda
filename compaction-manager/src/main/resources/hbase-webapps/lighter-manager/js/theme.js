// Sets the theme before the first paint: the user's choice, or the system's.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const stored = () => {
    try {
      return localStorage.getItem('lighter-theme');
    } catch {
      return null; // storage is switched off
    }
  };
  const apply = () => {
    document.documentElement.dataset.theme = stored() ?? (system.matches ? 'dark' : 'light');
    document.dispatchEvent(new Event('theme'));
  };
  system.addEventListener('change', apply);
  apply();
  document.addEventListener('DOMContentLoaded', () => {
    const button = document.getElementById('theme');
    const show = () => {
      const dark = document.documentElement.dataset.theme === 'dark';
      button.setAttribute('aria-pressed', String(dark));
    };
    button.addEventListener('click', () => {
      const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
      try {
        localStorage.setItem('lighter-theme', next);
      } catch {
        // then for this page only
      }
      document.documentElement.dataset.theme = next;
      document.dispatchEvent(new Event('theme'));
    });
    document.addEventListener('theme', show);
    show();
  });
})();
