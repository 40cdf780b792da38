// The day after its change, the number of cancelled rounds, and the ways on from here.
import { ButtonLink, Row } from '@/ui';
import type { ChangedDay } from '../../api/generated/ChangedDay.ts';
import type { ClubDays } from '../../api/generated/ClubDays.ts';
import type { DayView } from '../../api/generated/DayView.ts';
import { Done, formatDay, SubjectLink } from '../../ui/index.ts';
import type { ChangeKind } from './queries.ts';

interface OutcomeProps {
  readonly club: ClubDays['club'];
  readonly day: DayView;
  readonly change: ChangeKind;
  readonly capacity: number | undefined;
  readonly done: ChangedDay;
}

export function Outcome({ club, day, change, capacity, done: { cancelled, places } }: OutcomeProps) {
  const what =
    change === 'close'
      ? `${formatDay(day.date)} is closed.`
      : `${formatDay(day.date)} has ${capacity} ${capacity === 1 ? 'place' : 'places'}.`;
  const rounds = cancelled === 1 ? '1 round' : `${cancelled} rounds`;
  const who =
    cancelled === 0
      ? 'No round was cancelled.'
      : `${rounds} with ${places === 1 ? '1 place' : `${places} places`} ${cancelled === 1 ? 'was' : 'were'} cancelled.`;
  return (
    <>
      <Done>{`${what} ${who}`}</Done>
      <Row gap={3}>
        <ButtonLink to="/clubs/$club" params={{ club: club.id }} variant="primary" preload={false}>
          Days of {club.name}
        </ButtonLink>
      </Row>
      <p>
        <SubjectLink kind="club_day" id={`${club.id}/${day.date}`}>
          The day&apos;s state and timeline
        </SubjectLink>
      </p>
    </>
  );
}
