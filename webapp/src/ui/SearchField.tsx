// A search input with its magnifier.
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './SearchField.module.css';
import { TextField } from './TextField.tsx';

export function SearchField({ className, ...props }: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return (
    <div className={cx(styles.search, className)}>
      <TextField {...props} type="search" />
      <Search aria-hidden size={20} className={styles.icon} />
    </div>
  );
}
