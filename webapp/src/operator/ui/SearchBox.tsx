// The one search: in the centre of the first screen, in the header of all others.
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { cx, Stack } from '@/ui';
import styles from './SearchBox.module.css';

/** Of the one search box on the screen: `/` leads to it, and at the start of what is typed it is pressed by habit. */
export const SEARCH_ID = 'search';

/** A device without a mouse has no such key. */
const placeholder = () => (matchMedia('(pointer: fine)').matches ? 'Search  ( / )' : 'Search');

interface SearchBoxProps {
  readonly label: string;
  readonly initial?: string;
  readonly hint?: string;
  /** In the header: the label is for screen readers only. */
  readonly isCompact?: boolean;
  readonly autoFocus?: boolean;
}

export function SearchBox({ label, initial = '', hint, isCompact, autoFocus }: SearchBoxProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(initial);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q) void navigate({ to: '/find', search: { q } });
  };

  return (
    <Stack
      as="form"
      role="search"
      onSubmit={submit}
      gap={2}
      className={cx(styles.box, isCompact && styles.compact)}
    >
      <label htmlFor={SEARCH_ID} className={isCompact ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          id={SEARCH_ID}
          type="search"
          name="q"
          value={text}
          onChange={(event) => setText(event.target.value.replace(/^\//, ''))}
          aria-describedby={hint ? `${SEARCH_ID}-hint` : undefined}
          placeholder={isCompact ? placeholder() : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
          className={styles.input}
        />
        <button type="submit" aria-label="Search" className={styles.submit}>
          <Search aria-hidden size={20} />
        </button>
      </div>
      {hint ? (
        <p id={`${SEARCH_ID}-hint`} className="soft small">
          {hint}
        </p>
      ) : null}
    </Stack>
  );
}
