// Switches between light and dark, in members' and operators' screens.
import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { storedTheme, storeTheme, systemTheme, type Theme } from './theme.ts';

interface ThemeSwitchProps {
  readonly dark: string;
  readonly light: string;
  readonly className: string | undefined;
}

export function ThemeSwitch({ dark, light, className }: ThemeSwitchProps) {
  const { theme, toggle } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      className={className}
      aria-pressed={theme === 'dark'}
      aria-label={dark}
      title={theme === 'dark' ? light : dark}
      onClick={toggle}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}

function useTheme(): { readonly theme: Theme; readonly toggle: () => void } {
  const [theme, setTheme] = useState<Theme>(() => storedTheme() ?? systemTheme());
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    storeTheme(next);
    setTheme(next);
  };
  return { theme, toggle };
}
