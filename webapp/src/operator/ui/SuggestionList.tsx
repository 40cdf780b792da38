// The hits below a search field, as links: the arrow keys move between them and back to the field.
import type { KeyboardEvent } from 'react';
import { Badge } from '@/ui';
import type { SubjectHit } from '../api/generated/SubjectHit.ts';
import { kindName } from '../api/kinds.ts';
import { SubjectLink } from './SubjectLink.tsx';
import styles from './SearchBox.module.css';

/** Moves the focus among the field and the links of the list that `onKeyDown` of their common parent sees. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, ul a')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

export function SuggestionList({
  hits,
  label,
}: {
  readonly hits: readonly SubjectHit[];
  readonly label: string;
}) {
  return (
    <ul aria-label={label} className={styles.hits}>
      {hits.map((hit) => (
        <li key={`${hit.kind} ${hit.id}`}>
          <SubjectLink kind={hit.kind} id={hit.id} className={styles.hit}>
            <span className="strong">{hit.title}</span>
            {hit.state ? <Badge tone="danger">{hit.state}</Badge> : null}
            <span className="soft small">
              {[kindName(hit.kind), hit.number, hit.detail, hit.city].filter(Boolean).join(' · ')}
            </span>
          </SubjectLink>
        </li>
      ))}
    </ul>
  );
}
