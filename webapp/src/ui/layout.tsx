// How parts of a screen stand together: one below the other, or beside each other as far as there is room.
import type { ComponentProps, ElementType, JSX } from 'react';
import { cx } from './cx.ts';
import styles from './layout.module.css';

type Props<Tag extends keyof JSX.IntrinsicElements> = ComponentProps<Tag> & {
  readonly as?: Tag;
  /** `--space-1` to `--space-6`. */
  readonly gap?: 1 | 2 | 3 | 4 | 5 | 6;
  /** Between the lines of a `Row`, where that is less than `gap`. */
  readonly lineGap?: 0 | 1 | 2;
  readonly align?: 'start' | 'center' | 'end' | 'baseline';
  /** The first part at the left edge, the last one at the right. */
  readonly between?: boolean;
};

const layout =
  (kind: string | undefined) =>
  <Tag extends keyof JSX.IntrinsicElements = 'div'>(props: Props<Tag>) => {
    const { as = 'div', gap, lineGap, align, between, className, ...others } = props as Props<'div'>;
    const Element: ElementType = as;
    const look = { 'data-gap': gap, 'data-line-gap': lineGap, 'data-align': align, 'data-between': between };
    return <Element {...others} {...look} className={cx(kind, className)} />;
  };

export const Stack = layout(styles.stack);
export const Row = layout(styles.row);
