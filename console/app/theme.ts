import { applyMode, Mode } from '@cloudscape-design/global-styles';

export type Theme = 'light' | 'dark';

/** The choice is no secret, so it outlives the session. */
const CHOICE = 'chainwatch.theme';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** The theme that the user chose, or the theme of the system. */
export function currentTheme(): Theme {
  const chosen = localStorage.getItem(CHOICE);
  return chosen === 'light' || chosen === 'dark' ? chosen : systemIsDark.matches ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(CHOICE, theme);
  apply();
}

/** Applies the theme now, and again when the theme of the system changes. */
export function followTheme(): void {
  apply();
  systemIsDark.addEventListener('change', apply);
}

const apply = () => applyMode(currentTheme() === 'dark' ? Mode.Dark : Mode.Light);
