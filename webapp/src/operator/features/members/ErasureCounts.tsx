// The rows, mails and files that an erasure would remove, and the places that it would cancel, by its rehearsal.
import { Stack, Fact } from '@/ui';
import type { ErasedMember } from '../../api/generated/ErasedMember.ts';
import type { RoundView } from '../../api/generated/RoundView.ts';
import { formatDay, tableName } from '../../ui/index.ts';
import { counted } from './acts.ts';
import styles from './MemberDialog.module.css';

interface ErasureCountsProps {
  readonly counts: ErasedMember;
  /** The member's, which have the names of the clubs. */
  readonly upcoming: readonly RoundView[];
}

export function ErasureCounts({ counts, upcoming }: ErasureCountsProps) {
  const { rows, mails, files, rounds } = counts;
  const names = new Map(upcoming.map(({ club }) => [club.id, club.name]));
  const removed = rows.filter(({ count }) => count > 0);
  const total = removed.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack as="section" gap={4} className={styles.counts} aria-label="What would be removed">
      <p>
        <strong>
          {counted(total, 'record')} and {counted(files, 'file')}
        </strong>{' '}
        would be removed{mails > 0 ? `; ${counted(mails, 'waiting mail')} to others would lose the name` : ''}
        .
      </p>
      {removed.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div tabIndex={0} role="region" aria-label="Records by kind" className={styles.scroll}>
          <dl className={styles.rows}>
            {removed.map(({ table, count }) => (
              <Fact key={table} term={tableName(table)}>
                {count}
              </Fact>
            ))}
          </dl>
        </div>
      ) : null}
      {rounds.length > 0 ? (
        <>
          <p>The member still has a place in:</p>
          <ul className="bullets">
            {rounds.map(({ play_date, club, leads, others }) => (
              <li key={`${play_date} ${club}`}>
                {names.get(club) ?? club}, {formatDay(play_date)}
                {others === 0
                  ? ', alone'
                  : `: ${counted(others, 'co-player')} ${others === 1 ? 'keeps' : 'keep'} the round${leads ? ', one of them becomes master' : ''}`}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Stack>
  );
}
