// The rounds that a change of several days meets, by club and day, and the days on which it does nothing.
import { Region, Stack } from '@/ui';
import type { DayOfClub } from '../../api/generated/DayOfClub.ts';
import type { PreviewedDay } from '../../api/generated/PreviewedDay.ts';
import { formatDay } from '../../ui/index.ts';
import { RoundList } from './MetRounds.tsx';
import { byClub, daysText, placesText, roundsText, type RangePreview as Preview } from './range.ts';

interface RangePreviewProps {
  readonly preview: Preview;
  readonly nameOf: (club: string) => string;
}

export function RangePreview({ preview: { days, unchanged, tooLate }, nameOf }: RangePreviewProps) {
  const { rounds, places } = totalOf(days);
  // The rounds first: they are what one has to look at.
  const met = byClub(days).filter(([, ofClub]) => totalOf(ofClub).rounds > 0);
  const unmet = byClub(days).flatMap(([, ofClub]) => (totalOf(ofClub).rounds > 0 ? [] : ofClub));
  return (
    <Region title="Whom it meets">
      <p role="status">
        {days.length === 0
          ? 'Nothing would change.'
          : `${daysText(days.length)} would change. ${
              rounds === 0
                ? 'No round would be cancelled.'
                : `${roundsText(rounds)} with ${placesText(places)} would be cancelled. Every right comes back, and each player gets a mail with your notice and with what can be played instead.`
            }`}
      </p>
      {met.map(([club, ofClub]) => (
        <ClubDays key={club} name={nameOf(club)} days={ofClub} />
      ))}
      <ListOfDays title="No round is met on" days={unmet} nameOf={nameOf} />
      <ListOfDays title="Nothing changes on" days={unchanged} nameOf={nameOf} />
      <ListOfDays title="Over already" days={tooLate} nameOf={nameOf} />
    </Region>
  );
}

export function totalOf(days: readonly PreviewedDay[]) {
  return {
    rounds: days.reduce((sum, day) => sum + day.rounds.length, 0),
    places: days.reduce((sum, day) => sum + day.places, 0),
  };
}

interface ClubDaysProps {
  readonly name: string;
  readonly days: readonly PreviewedDay[];
}

function ClubDays({ name, days }: ClubDaysProps) {
  const { rounds } = totalOf(days);
  const free = days.filter((day) => day.rounds.length === 0);
  return (
    <Stack as="section" gap={2} className="panel" aria-label={name}>
      <h3 className="subheading">{name}</h3>
      <p className="soft small">
        {daysText(days.length)}, {roundsText(rounds)}
      </p>
      {days
        .filter((day) => day.rounds.length > 0)
        .map((day) => (
          <div key={day.date}>
            <h4 className="text-size strong">{formatDay(day.date)}</h4>
            <p>
              {stateOf(day)} {roundsText(day.rounds.length)} with {placesText(day.places)} would be cancelled.
            </p>
            <RoundList rounds={day.rounds} />
          </div>
        ))}
      {free.length > 0 ? <p>Without a round: {datesText(free)}</p> : null}
    </Stack>
  );
}

const stateOf = ({ claimed, capacity }: PreviewedDay) =>
  capacity === null || capacity === undefined
    ? `${placesText(claimed)} taken.`
    : `${claimed} of ${placesText(capacity)} taken.`;

interface ListOfDaysProps {
  readonly title: string;
  readonly days: readonly DayOfClub[];
  readonly nameOf: (club: string) => string;
}

function ListOfDays({ title, days, nameOf }: ListOfDaysProps) {
  if (days.length === 0) return null;
  return (
    <div>
      <h3 className="text-size strong">{title}</h3>
      <ul className="bullets">
        {byClub(days).map(([club, ofClub]) => (
          <li key={club}>
            {nameOf(club)}: {datesText(ofClub)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Days that follow each other are one stretch. */
export function datesText(days: readonly DayOfClub[]): string {
  const stretches: [string, string][] = [];
  for (const { date } of days) {
    const last = stretches.at(-1);
    if (last && Date.parse(date) - Date.parse(last[1]) === 86_400_000) last[1] = date;
    else stretches.push([date, date]);
  }
  return stretches
    .map(([from, to]) => (from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`))
    .join(', ');
}
