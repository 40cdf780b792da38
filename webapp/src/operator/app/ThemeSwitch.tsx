// Switches between light and dark.
import { Moon, Sun } from 'lucide-react';
import styles from './Shell.module.css';
import { useTheme } from './theme.ts';

export function ThemeSwitch() {
  const { theme, toggle } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      className={styles.theme}
      aria-pressed={theme === 'dark'}
      aria-label="Dark theme"
      title={theme === 'dark' ? 'Light theme' : 'Dark theme'}
      onClick={toggle}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
