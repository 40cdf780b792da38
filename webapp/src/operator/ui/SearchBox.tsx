// The one search: in the centre of the first screen, in the header of all others. While one types, the first hits are
// below it.
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { announce, cx, Stack } from '@/ui';
import { LONGEST_SEARCH } from '../api/search.ts';
import styles from './SearchBox.module.css';
import { moveByArrow, SuggestionList } from './SuggestionList.tsx';
import { useSuggestions } from './useSuggestions.ts';

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

  const [isOpen, setOpen] = useState(false);
  const found = useSuggestions(isOpen ? text : '');
  const count = found.length;
  useEffect(() => {
    if (count > 0) announce(count === 1 ? 'One suggestion below.' : `${count} suggestions below.`);
  }, [count]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    const q = text.trim();
    if (q) void navigate({ to: '/find', search: { q } });
  };

  return (
    <Stack
      as="form"
      role="search"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && count > 0) {
          event.preventDefault();
          document.getElementById(SEARCH_ID)?.focus();
          setOpen(false);
        } else moveByArrow(event);
      }}
      // Also after a press on a hit: the screen that it leads to takes the focus.
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
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
          maxLength={LONGEST_SEARCH}
          onChange={(event) => {
            setText(event.target.value.replace(/^\//, ''));
            setOpen(true);
          }}
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
        {count > 0 ? (
          <div className={styles.below}>
            <SuggestionList hits={found} label="Suggestions" />
          </div>
        ) : null}
      </div>
      {hint ? (
        <p id={`${SEARCH_ID}-hint`} className="soft small">
          {hint}
        </p>
      ) : null}
    </Stack>
  );
}
