// The outcome for each day: changed, changed by others meanwhile, or failed with the reason.
import { Alert, Region } from '@/ui';
import { Done } from '../../ui/index.ts';
import { formatDay, SubjectLink } from '../../ui/index.ts';
import {
  byClub,
  daysText,
  placesText,
  roundsText,
  type RangeChoice,
  type RangeOutcome as Outcome,
} from './range.ts';
import { datesText } from './RangePreview.tsx';

interface RangeOutcomeProps {
  readonly choice: RangeChoice;
  readonly outcome: Outcome;
  readonly nameOf: (club: string) => string;
}

export function RangeOutcome({ choice, outcome: { done, failed, stale }, nameOf }: RangeOutcomeProps) {
  return (
    <Region title="What was done">
      {/* A further part is a further message. */}
      <Done key={`${done.length} ${stale.length} ${failed.length}`}>{doneText(choice, done)}</Done>
      {done.length > 0 ? (
        <ul className="bullets">
          {byClub(done).map(([club, days]) => (
            <li key={club}>
              {nameOf(club)}: {datesText(days)}
            </li>
          ))}
        </ul>
      ) : null}
      <Alert>
        {stale.length > 0
          ? `On ${daysText(stale.length)} the rounds have changed since you looked: nothing was done there. See below how it is now, and confirm again.`
          : null}
      </Alert>
      {failed.length > 0 ? (
        <Alert>
          <p>{daysText(failed.length)} could not be changed:</p>
          <ul className="bullets">
            {failed.map(({ club, date, sentence }) => (
              <li key={`${club}/${date}`}>
                <SubjectLink kind="club_day" id={`${club}/${date}`}>
                  {nameOf(club)}, {formatDay(date)}
                </SubjectLink>
                : {sentence}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </Region>
  );
}

function doneText({ change, capacity }: RangeChoice, done: Outcome['done']): string {
  if (done.length === 0) return 'No day was changed.';
  const many = done.length === 1 ? '1 day' : `${done.length} days`;
  const is = done.length === 1 ? 'is' : 'are';
  if (change === 'reopen') return `${many} ${is} open again.`;
  const what =
    change === 'close'
      ? `${many} ${is} closed.`
      : `${many} ${done.length === 1 ? 'has' : 'have'} ${placesText(capacity ?? 0)}.`;
  const cancelled = done.reduce((sum, day) => sum + day.cancelled, 0);
  const places = done.reduce((sum, day) => sum + day.places, 0);
  if (cancelled === 0) return `${what} No round was cancelled.`;
  return `${what} ${roundsText(cancelled)} with ${placesText(places)} ${cancelled === 1 ? 'was' : 'were'} cancelled.`;
}
