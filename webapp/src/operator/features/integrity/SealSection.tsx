// The head of the seal and those of earlier days, to be kept outside, and the check of one that was kept.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Stack, Loaded, Region } from '@/ui';
import type { SealOfDay } from '../../api/generated/SealOfDay.ts';
import { CopyButton, DataTable, type Column, Instant, formatInstant } from '../../ui/index.ts';
import styles from './Integrity.module.css';
import { KeptHead } from './KeptHead.tsx';
import { sealQuery } from './queries.ts';

const columns: readonly Column<SealOfDay>[] = [
  { key: 'day', header: 'End of', isRowHeader: true, cell: ({ day }) => <Instant at={day} /> },
  { key: 'events', header: 'Events of the day', align: 'end', cell: ({ events }) => events },
  { key: 'head', header: 'Head', cell: ({ head }) => <code className={styles.head}>{head}</code> },
  {
    key: 'copy',
    header: 'Copy',
    cell: ({ day, head }) => (
      <span>
        <CopyButton text={head} what={`the head of ${formatInstant(day)}`} />
      </span>
    ),
  },
];

/** Days that are shown before more are asked for. */
const FIRST_DAYS = 7;

export function SealSection() {
  const query = useQuery(sealQuery);
  return (
    <Region title="The seal">
      <p>
        Each event’s hash covers the event and the hash before it. A head of this chain that is kept where
        nobody can change it together with the database shows later whether history before it was changed.
      </p>
      <Loaded query={query}>
        {(seal) => (
          <>
            {seal.head === null ? (
              <p>Nothing is sealed yet: {seal.unsealed} events wait.</p>
            ) : (
              <Stack gap={3} align="start">
                <code className={styles.head}>{seal.head}</code>
                <CopyButton text={seal.head} what="the head" />
                <p>
                  {seal.recorded_at === null ? null : (
                    <>
                      Its last event was recorded on <Instant at={seal.recorded_at} />.{' '}
                    </>
                  )}
                  {seal.unsealed === 0
                    ? 'Every event is sealed.'
                    : `${seal.unsealed} ${seal.unsealed === 1 ? 'event is' : 'events are'} not sealed yet.`}
                </p>
              </Stack>
            )}
            <p>
              {seal.is_mailed
                ? 'The head is mailed every day to the address of FAIRWAY_SEAL_TO.'
                : 'The head is mailed to nobody: FAIRWAY_SEAL_TO names an address outside to which it goes every day.'}
            </p>
            <KeptHead />
            <Days history={seal.history} />
          </>
        )}
      </Loaded>
    </Region>
  );
}

function Days({ history }: { readonly history: readonly SealOfDay[] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (history.length === 0) return null;
  return (
    <>
      <DataTable
        caption="The head at the end of each day"
        columns={columns}
        rows={isWhole ? history : history.slice(0, FIRST_DAYS)}
        rowKey={({ day }) => day}
      />
      {isWhole || history.length <= FIRST_DAYS ? null : (
        <div>
          <Button variant="secondary" onClick={() => setIsWhole(true)}>
            Show all {history.length} days
          </Button>
        </div>
      )}
    </>
  );
}
