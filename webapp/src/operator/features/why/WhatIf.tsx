// Alternatives: the same question with one answer changed. Each has an address of its own.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { Loaded, Region, Skeleton } from '@/ui';
import type { Alternative } from '../../api/generated/Alternative.ts';
import type { AskedRound } from '../../api/generated/AskedRound.ts';
import { byKind } from './byKind.ts';
import { whatIfQuery } from './queries.ts';
import { searchOf } from './question.ts';
import styles from './WhatIf.module.css';

export function WhatIf({ request }: { readonly request: AskedRound }) {
  const query = useQuery(whatIfQuery(request));
  return (
    <Region title="What would have to change?">
      <Loaded
        query={query}
        skeleton={<Skeleton height="3rem" count={4} />}
        empty={<p>There is nothing else to try.</p>}
      >
        {(alternatives) => (
          <>
            <p>{summaryOf(alternatives)}</p>
            <div className={styles.kinds}>
              {byKind(alternatives).map(({ kind, title, alternatives }) => (
                <section key={kind} aria-labelledby={`what-if-${kind}`}>
                  <h3 id={`what-if-${kind}`} className="strong text-size">
                    {title}
                  </h3>
                  <ul>
                    {joined(alternatives).map((line) => (
                      <Line key={line[0].change} alternatives={line} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Region>
  );
}

/** What is to be said to a caller, in one sentence. */
function summaryOf(alternatives: readonly Alternative[]): string {
  const bookable = alternatives.filter((one) => one.bookable).map(({ change }) => change);
  if (bookable.length === 0) return 'None of these changes alone makes it bookable.';
  const named = bookable.slice(0, NAMED).join('; ');
  const more = bookable.length > NAMED ? `; and ${bookable.length - NAMED} more` : '';
  return `It would be bookable with: ${named}${more}.`;
}

/** Changes that the summary names. */
const NAMED = 3;

type Joined = readonly [Alternative, ...Alternative[]];

/** Those that are refused in the same words together. */
function joined(alternatives: readonly Alternative[]): readonly Joined[] {
  const lines = new Map<string, Joined>();
  for (const one of alternatives) {
    const same = one.bookable ? one.change : (one.sentence ?? one.change);
    const line = lines.get(same);
    lines.set(same, line ? [...line, one] : [one]);
  }
  return [...lines.values()];
}

function Line({ alternatives }: { readonly alternatives: Joined }) {
  const [{ bookable, sentence }] = alternatives;
  const Icon = bookable ? CircleCheck : CircleX;
  return (
    <li className={styles.line}>
      <Icon aria-hidden size={20} className={bookable ? styles.yes : styles.no} />
      <div>
        {alternatives.map(({ change, request }, index) => (
          <span key={change}>
            {index > 0 ? ', ' : ''}
            <Link
              to="/why"
              search={searchOf(request)}
              className={styles.link ?? ''}
              preload={false}
              resetScroll={false}
            >
              {change}
            </Link>
          </span>
        ))}
        <span className="soft small">{bookable ? 'bookable' : 'not bookable'}</span>
        {sentence === null ? null : (
          <p lang="nl" className={styles.sentence}>
            {sentence}
          </p>
        )}
      </div>
    </li>
  );
}
