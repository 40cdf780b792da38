// The way back to the screen to which this one belongs: at one place of every screen, above its heading.
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import styles from './BackLink.module.css';

interface Props {
  readonly to: NonNullable<LinkProps['to']>;
  readonly children: string;
}

export function BackLink({ to, children }: Props) {
  return (
    <Link to={to} className={styles.back} activeOptions={{ exact: true }}>
      <ArrowLeft aria-hidden size={18} />
      {children}
    </Link>
  );
}
