// Buttons and links that look like buttons. A verb on a button acts, a link goes somewhere: never swap them.
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Look {
  readonly look?: ButtonLook;
  readonly wide?: boolean;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Said instead of the label while a request runs. The width stays, and a second press does nothing. */
  readonly busyText?: string | false;
}

export function Button(props: ButtonProps) {
  const { look = 'primary', wide, busyText, className, children, onClick, type, ...rest } = props;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={cx(styles.button, styles[look], wide && styles.wide, className)}
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

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** A plain link with a button's looks: for files and other addresses that the router does not own. */
export function ButtonAnchor({ look = 'secondary', wide, className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={cx(styles.button, styles[look], wide && styles.wide, className)}>
      <span className={styles.label}>{children}</span>
    </a>
  );
}

/** The same for a route of the app. */
export const ButtonLink = createLink(ButtonAnchor);
