import { Moon, Sun } from 'lucide-react';
import styles from './Shell.module.css';
import { useTheme } from './theme.ts';

/** Switches between light and dark. */
export function ThemeSwitch() {
  const { theme, toggle } = useTheme();
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      className={styles.theme}
      aria-pressed={theme === 'dark'}
      aria-label="Donkere weergave"
      title={theme === 'dark' ? 'Lichte weergave' : 'Donkere weergave'}
      onClick={toggle}
    >
      <Icon aria-hidden size={20} />
    </button>
  );
}
