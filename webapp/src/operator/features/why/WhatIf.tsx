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
          <div className={styles.kinds}>
            {byKind(alternatives).map(({ kind, title, alternatives }) => (
              <section key={kind} aria-labelledby={`what-if-${kind}`}>
                <h3 id={`what-if-${kind}`} className="strong text-size">
                  {title}
                </h3>
                <ul>
                  {alternatives.map((alternative) => (
                    <Line key={alternative.change} alternative={alternative} />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </Loaded>
    </Region>
  );
}

function Line({ alternative }: { readonly alternative: Alternative }) {
  const { change, request, bookable, sentence } = alternative;
  const Icon = bookable ? CircleCheck : CircleX;
  return (
    <li className={styles.line}>
      <Icon aria-hidden size={20} className={bookable ? styles.yes : styles.no} />
      <div>
        <Link
          to="/why"
          search={searchOf(request)}
          className={styles.link ?? ''}
          preload={false}
          resetScroll={false}
        >
          {change}
        </Link>
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
