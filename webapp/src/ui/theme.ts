// Light or dark: the system's setting until somebody chooses; the choice is stored on this device.
import { useState } from 'react';

const KEY = 'theme';
type Theme = 'light' | 'dark';

function storedTheme(): Theme | null {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : null;
}

function systemTheme(): Theme {
  return window.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyStoredTheme(): void {
  const theme = storedTheme();
  if (theme) document.documentElement.dataset['theme'] = theme;
}

export function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const [theme, setTheme] = useState<Theme>(() => storedTheme() ?? systemTheme());
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    localStorage.setItem(KEY, next);
    document.documentElement.dataset['theme'] = next;
    setTheme(next);
  };
  return { theme, toggle };
}
