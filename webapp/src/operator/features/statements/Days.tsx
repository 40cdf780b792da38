// The days of a statement. The lines of one are asked for when it is opened.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Disclosure, Loaded, Region, Stack } from '@/ui';
import { mayLookUp, useSession } from '../../api/session.ts';
import { euros, formatDay, SubjectLink } from '../../ui/index.ts';
import { LinesTable } from './LinesTable.tsx';
import { dayQuery, type StatementDay } from './queries.ts';

interface DaysProps {
  readonly club: string;
  readonly month: string;
  readonly days: readonly StatementDay[];
}

export function Days({ days, ...of }: DaysProps) {
  return (
    <Region title="Days">
      {days.length === 0 ? (
        <p>There are no lines in this month.</p>
      ) : (
        <Stack gap={1}>
          {days.map((day) => (
            <Day key={day.date} day={day} {...of} />
          ))}
        </Stack>
      )}
    </Region>
  );
}

interface DayProps extends Omit<DaysProps, 'days'> {
  readonly day: StatementDay;
}

function Day({ club, month, day: { date, lines, net_cents } }: DayProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      heading="h3"
      label={`${formatDay(date)}: ${lines === 1 ? '1 line' : `${lines} lines`}, ${euros(net_cents)}`}
      open={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      {isOpen ? <DayLines club={club} month={month} date={date} /> : null}
    </Disclosure>
  );
}

interface DayLinesProps extends Omit<DaysProps, 'days'> {
  readonly date: string;
}

function DayLines({ club, month, date }: DayLinesProps) {
  const query = useQuery(dayQuery(club, month, date));
  const isLinked = mayLookUp(useSession());
  return (
    <Loaded query={query}>
      {({ lines }) => (
        <Stack gap={3}>
          <LinesTable caption={`Lines of ${formatDay(date)}`} lines={lines} />
          {isLinked ? (
            <p>
              <SubjectLink kind="arrival_list" id={`arrivals/${club}/${date}`}>
                Arrivals of this day
              </SubjectLink>
            </p>
          ) : null}
        </Stack>
      )}
    </Loaded>
  );
}
