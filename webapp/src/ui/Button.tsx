// Buttons, and links that look like buttons. A button performs an action, a link navigates.
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonStyle {
  readonly variant?: ButtonVariant;
  readonly wide?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonStyle {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Shown instead of the label while a request runs. The width stays, and a second press does nothing. */
  readonly busyText?: string | false;
}

export function Button(props: ButtonProps) {
  const { variant = 'primary', wide, busyText, className, children, onClick, type, ...rest } = props;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={cx(styles.button, styles[variant], wide && styles.wide, className)}
      aria-disabled={busyText ? true : rest['aria-disabled']}
      onClick={busyText ? (event) => event.preventDefault() : onClick}
    >
      <span className={cx(styles.label, busyText && styles.behind)} aria-hidden={busyText ? true : undefined}>
        {children}
      </span>
      {busyText ? <span className={styles.busy}>{busyText}</span> : null}
    </button>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, ButtonStyle {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A plain link that looks like a button: for files and other addresses outside the router. */
export function ButtonAnchor({ variant = 'secondary', wide, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={cx(styles.button, styles[variant], wide && styles.wide, className)}>
      <span className={styles.label}>{children}</span>
    </a>
  );
}

/** The same for a route of the app. */
export const ButtonLink = createLink(ButtonAnchor);
