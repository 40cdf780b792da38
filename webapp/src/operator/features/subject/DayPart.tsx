// How full a club's day is, whether it is closed, and changing that. Without it, as on a day that is long past, the page is
// the one of any subject.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { today as serverToday } from '@/api/clock.ts';
import { Fact, Region } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import { Done, formatDay } from '../../ui/index.ts';
import { DayChanges, DayState, placesText } from '../club-days/DaysTable.tsx';
import { dayQuery, reloadAfterChange } from '../club-days/queries.ts';
import { ReopenDialog } from '../club-days/ReopenDialog.tsx';

/** `id` is that of the subject: `wilgenhoek-amersfoort/2026-11-28`. */
export function DayPart({ id }: { readonly id: string }) {
  const [club = '', date = ''] = id.split('/');
  const queryClient = useQueryClient();
  const mayChange = hasRole(useSession(), 'support');
  const day = useQuery(dayQuery(club, date)).data?.day;
  const [today] = useState(serverToday);
  const [isReopening, setReopening] = useState(false);
  const [done, setDone] = useState<string>();
  if (day?.date !== date) return null;
  return (
    <Region title="This day">
      {done ? <Done>{done}</Done> : null}
      <dl className="facts panel">
        <Fact term="Places taken">{placesText(day)}</Fact>
        <Fact term="State">
          <DayState day={day} />
        </Fact>
      </dl>
      {mayChange && date >= today ? (
        <DayChanges
          club={club}
          day={day}
          onReopen={() => {
            setDone(undefined);
            setReopening(true);
          }}
        />
      ) : null}
      {isReopening ? (
        <ReopenDialog
          club={club}
          day={day}
          onReopened={() => {
            setReopening(false);
            setDone(`${formatDay(date)} is open again, with the club's own capacity.`);
            reloadAfterChange(queryClient);
          }}
          onClose={() => setReopening(false)}
        />
      ) : null}
    </Region>
  );
}
