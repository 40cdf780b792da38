// The rows, mails and files that an erasure would remove, and the places that it would cancel, by its rehearsal.
import { Stack, Fact } from '@/ui';
import type { ErasedMember } from '../../api/generated/ErasedMember.ts';
import { formatDay, tableName } from '../../ui/index.ts';
import { counted } from './acts.ts';
import styles from './MemberDialog.module.css';

export function ErasureCounts({ counts: { rows, mails, files, rounds } }: { readonly counts: ErasedMember }) {
  const removed = rows.filter(({ count }) => count > 0);
  const total = removed.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack as="section" gap={4} className={styles.counts} aria-label="What would be removed">
      <p>
        <strong>
          {counted(total, 'row')} of {counted(removed.length, 'table')}, {counted(mails, 'mail')} and{' '}
          {counted(files, 'file')}
        </strong>{' '}
        would be removed.
      </p>
      {removed.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <div tabIndex={0} role="region" aria-label="Rows by table" className={styles.scroll}>
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
                {club}, {formatDay(play_date)}
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
