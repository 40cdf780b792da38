// What a dispute is about: its line as it is now, the prices of that day, and how earlier disputes of it ended.
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/ui';
import { euros, formatInstant } from '../../ui/index.ts';
import {
  dayQuery,
  settlementQuery,
  statementQuery,
  type Dispute,
  type Line,
  type Statement,
  type Tariff,
} from './queries.ts';
import { lineKind } from './words.ts';

interface DisputedLineProps {
  readonly club: string;
  readonly dispute: Dispute;
}

export function DisputedLine({ club, dispute }: DisputedLineProps) {
  const { month, date, place } = dispute;
  const tariffs = useQuery(settlementQuery(club)).data?.tariffs ?? [];
  const statement = useQuery(statementQuery(club, month));
  const isOfDay = place !== null && date.startsWith(month);
  const day = useQuery({ ...dayQuery(club, month, date), enabled: isOfDay }).data;
  return (
    <Loaded query={statement}>
      {(shown) => (
        <>
          <p>
            {place === null ? (
              'It says that a line is missing.'
            ) : (
              <>
                <strong>{dispute.player ?? 'Erased member'}</strong>:{' '}
                {linesText(place, shown, isOfDay ? day?.lines : [])}
              </>
            )}
          </p>
          <TariffOfDay tariffs={tariffs} date={date} />
          {earlierOf(dispute, shown).map((earlier) => (
            <p key={earlier.dispute}>{outcomeText(earlier)}</p>
          ))}
        </>
      )}
    </Loaded>
  );
}

function linesText(place: string, { corrections }: Statement, ofDay: readonly Line[] | undefined): string {
  if (ofDay === undefined) return '…';
  const lines = [...ofDay, ...corrections].filter((line) => line.place === place);
  return lines.length === 0 ? 'the statement has no line of it now.' : `${lines.map(lineText).join('; ')}.`;
}

/** `round, 9 holes, now €14.50 without VAT` */
const lineText = (line: Line) =>
  [
    `${line.is_correction ? 'correction, ' : ''}${lineKind(line).toLowerCase()}`,
    ...(line.holes === null ? [] : [`${line.holes} holes`]),
    `now ${euros(line.net_cents)} without VAT`,
  ].join(', ');

function TariffOfDay({ tariffs, date }: { readonly tariffs: readonly Tariff[]; readonly date: string }) {
  const tariff = tariffs.find(({ from }) => from <= date);
  if (!tariff) return null;
  const isWeekend = [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());
  const [nine, eighteen] = isWeekend
    ? [tariff.weekend_9_cents, tariff.weekend_18_cents]
    : [tariff.weekday_9_cents, tariff.weekday_18_cents];
  return (
    <p>
      Tariff of that day, without VAT: {euros(nine)} for 9 holes, {euros(eighteen)} for 18 holes.
    </p>
  );
}

const earlierOf = ({ dispute, date, place }: Dispute, { disputes }: Statement) =>
  disputes.filter(
    (other) =>
      other.dispute !== dispute && other.outcome !== null && other.place === place && other.date === date,
  );

function outcomeText({ place, outcome, adjustment_cents, ended_at }: Dispute): string {
  const about = place === null ? 'An earlier dispute about a missing line of this day' : 'An earlier dispute';
  const extra =
    outcome === 'accepted' ? `, with ${adjustment_cents === 0 ? 'no' : euros(adjustment_cents)} extra` : '';
  return `${about} was ${outcome}${ended_at ? ` on ${formatInstant(ended_at)}` : ''}${extra}.`;
}
