// The booked round as a ticket: its reference, who was mailed, and what the member can do with it.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { failureText } from '@/api/error.ts';
import { dispatch } from '@/features/draft/draftStore.ts';
import { BookingNumber } from '@/features/reservations/BookingNumber.tsx';
import { loadTexts, upcomingQuery } from '@/features/reservations/queries.ts';
import { RoundLinks, RoundLinksSkeleton } from '@/features/reservations/RoundLinks.tsx';
import { StartTime } from '@/features/reservations/StartTime.tsx';
import { lacksStartTime } from '@/features/reservations/startTime.ts';
import { useRoundDialogs } from '@/features/reservations/useRoundDialogs.tsx';
import {
  Notice,
  Status,
  ButtonLink,
  type ButtonVariant,
  Card,
  briefDate,
  fullName,
  listOf,
  longDate,
  Row,
  Stack,
  Loaded,
  optionalPart,
  ServerHtml,
  Skeleton,
} from '@/ui';
import styles from './Confirm.module.css';
import { HoleOut } from './HoleOut.tsx';
import { cancellationTerms } from './OverviewStep.tsx';

/** Nobody needs it to book. */
const PushOffer = optionalPart(async () => (await import('@/features/push/PushOffer.tsx')).PushOffer);

/** The booked round as the screen knows it: the draft, or the offer of a waiting list. */
export interface BookedRound {
  readonly golfclub: {
    readonly id: string;
    readonly name: string;
    readonly city: string;
    readonly reservation_instruction: string;
  } | null;
  readonly date: string | null;
  readonly holes: number | null;
  /** The member first. */
  readonly players: readonly {
    readonly email: string;
    readonly first_name: string;
    readonly prefix: string;
    readonly last_name: string;
  }[];
}

interface Props {
  readonly draft: BookedRound;
  /** Undefined when the answer could not be read: the details are in the list of rounds. */
  readonly reservationId: string | undefined;
}

interface BookedRoundLinksProps {
  readonly query: UseQueryResult<readonly Reservation[]>;
  readonly isBooked: (round: Reservation) => boolean;
  readonly reservationId: string | undefined;
}

export function ConfirmSuccess({ draft, reservationId }: Props) {
  const { golfclub, date, holes, players } = draft;
  const query = useQuery(upcomingQuery);
  const isBooked = (round: Reservation) =>
    reservationId
      ? round.reservation_id === reservationId
      : round.play_date === date && round.golfclub.id === golfclub?.id;
  const round = query.data?.find(isBooked);
  const asksTime = round !== undefined && lacksStartTime(round);
  const others = players.slice(1).map((player) => player.first_name);
  const [weekday, day, month] = date ? briefDate(date).split(' ') : [];
  return (
    <Stack gap={4}>
      <Status>Je reservering is succesvol geplaatst!</Status>
      <Card className={styles.ticket}>
        <HoleOut className={styles.landscape} />
        <div className={styles.round}>
          <p aria-hidden className={styles.tile}>
            <span>{weekday}</span>
            <span className={styles.number}>{day}</span>
            <span>{month}</span>
          </p>
          <Stack gap={1} className={styles.facts}>
            <p className={styles.club}>{golfclub?.name}</p>
            <p className="soft">{golfclub?.city}</p>
            <p>
              {date ? longDate(date) : null}, {holes}&nbsp;holes
            </p>
            <p>{listOf(players.map(fullName))}</p>
          </Stack>
        </div>
        <Stack gap={2} className={styles.stub}>
          {golfclub?.reservation_instruction ? <ServerHtml html={golfclub.reservation_instruction} /> : null}
          <p className="soft">
            {others.length > 0 ? `${listOf(['Jij', ...others])} krijgen` : 'Je krijgt'} bericht per e-mail.
          </p>
          <div className={styles.booking}>{round ? <BookingNumber reservation={round} /> : null}</div>
        </Stack>
      </Card>
      <BookedRoundLinks query={query} isBooked={isBooked} reservationId={reservationId} />
      {date ? <p className="soft">{cancellationTerms(date)}</p> : null}
      <NextLinks variant={asksTime ? 'secondary' : 'primary'} />
      <PushOffer />
    </Stack>
  );
}

/** As high as `LinksOf`: the links below it must not move under a finger, or with the focus out of the window. */
const linksSkeleton = (
  <>
    <Skeleton height="calc(2 * var(--target) + var(--space-2))" />
    <RoundLinksSkeleton />
  </>
);

/** The round as the server has it: only there are the links to its calendar file and its route. */
function BookedRoundLinks({ query, isBooked, reservationId }: BookedRoundLinksProps) {
  return (
    <Loaded query={query} skeleton={linksSkeleton} failure={(error) => [failureText(error, loadTexts)]}>
      {(rounds) => {
        const round = rounds.find(isBooked);
        if (round) return <LinksOf round={round} />;
        // A list that was read before the booking is still being fetched again.
        if (query.isFetching && !query.error) return linksSkeleton;
        // The answer could not be read, so only the list tells whether there is a round.
        return reservationId ? null : (
          <Notice>
            Je ronde staat nog niet in je lijst. Kijk straks bij Mijn reserveringen of hij er staat.
          </Notice>
        );
      }}
    </Loaded>
  );
}

function LinksOf({ round }: { readonly round: Reservation }) {
  const { open, dialog } = useRoundDialogs();
  return (
    <>
      <Stack gap={2}>
        {lacksStartTime(round) || round.start_time ? (
          <StartTime reservation={round} variant="primary" onOpen={open} />
        ) : (
          <p className={styles.withoutTime}>Bij deze club start je zonder afspraak.</p>
        )}
        {round.players.some((player) => player.is_me && player.voucher_code) ? (
          <ButtonLink
            to="/reservations/$reservationId/voucher"
            params={{ reservationId: round.reservation_id }}
            variant="secondary"
          >
            voucher tonen
          </ButtonLink>
        ) : null}
      </Stack>
      <RoundLinks reservation={round} />
      {dialog}
    </>
  );
}

/** The links of the last step, after any outcome. */
export function NextLinks({ variant = 'primary' }: { readonly variant?: ButtonVariant }) {
  return (
    <Row gap={3}>
      <ButtonLink to="/reservations" variant={variant}>
        Mijn reserveringen
      </ButtonLink>
      <ButtonLink to="/reservation/players" variant="secondary" onClick={() => dispatch({ type: 'reset' })}>
        begin opnieuw
      </ButtonLink>
    </Row>
  );
}
