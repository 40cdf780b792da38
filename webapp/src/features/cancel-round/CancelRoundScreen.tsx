// The screen to which the mail of the day before leads: the cancel dialog is open, and another player can come instead.
// Nothing is cancelled by opening it. It says what became of the round.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { today } from '@/api/clock.ts';
import { failureText } from '@/api/error.ts';
import { BookingNumber } from '@/features/reservations/BookingNumber.tsx';
import { CancelDialog } from '@/features/reservations/CancelDialog.tsx';
import { useIsCancelling } from '@/features/reservations/cancel.ts';
import { freeCancellation, isPlayrightForfeited } from '@/features/reservations/cancellation.ts';
import { loadTexts } from '@/features/reservations/queries.ts';
import { dayAndTime } from '@/features/reservations/roundText.ts';
import { isActive } from '@/features/reservations/status.ts';
import {
  Notice,
  Status,
  Button,
  ButtonLink,
  Card,
  fullName,
  longDate,
  Row,
  Stack,
  Loaded,
  Page,
  Skeleton,
} from '@/ui';
import styles from './CancelRound.module.css';
import { roundQuery } from './queries.ts';

const toRounds = (
  <div>
    <ButtonLink to="/reservations">Mijn reserveringen</ButtonLink>
  </div>
);

export function CancelRoundScreen() {
  const { reservationId } = useParams({ from: '/_member/reservations/$reservationId/cancel' });
  const query = useQuery(roundQuery(reservationId));
  const [result, setResult] = useState('');
  const isCancelling = useIsCancelling();
  return (
    <Page title="Annuleren of wisselen">
      <Loaded
        query={query}
        skeleton={<Skeleton height="14rem" />}
        failure={(error) => [failureText(error, loadTexts)]}
        failureLink={<ButtonLink to="/reservations">Mijn reserveringen</ButtonLink>}
      >
        {(round) => {
          if (result) {
            return (
              <>
                <Status>{result}</Status>
                {toRounds}
              </>
            );
          }
          // A live update about the member's own cancellation may come before its answer.
          const obstacle = isCancelling ? undefined : obstacleTo(round);
          if (obstacle === undefined) return <Cancellable round={round} onDone={setResult} />;
          return (
            <>
              <Notice>{obstacle}</Notice>
              {toRounds}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Why there is nothing to cancel. */
function obstacleTo(round: Reservation): string | undefined {
  const where = `bij ${round.golfclub.name} op ${longDate(round.play_date)}`;
  if (ownPlace(round) === undefined) {
    return round.cancelled_by_club
      ? `De club heeft je ronde ${where} geannuleerd: ${round.cancelled_by_club}. Je hoeft niets te doen.`
      : `Je speelt niet meer mee in de ronde ${where}: je plaats is al geannuleerd of gewisseld. Je hoeft niets te doen.`;
  }
  return round.play_date < today()
    ? `Je ronde ${where} is al geweest: annuleren of wisselen kan niet meer.`
    : undefined;
}

const ownPlace = (round: Reservation) => round.players.find((player) => player.is_me && isActive(player));

interface CancellableProps {
  readonly round: Reservation;
  readonly onDone: (result: string) => void;
}

function Cancellable({ round, onDone }: CancellableProps) {
  /** The round as it was when the dialog was opened. */
  const [asked, setAsked] = useState<Reservation | null>(round);
  const { golfclub, holes, play_date, players, reservation_id } = round;
  return (
    <Card gap={3} className={styles.round}>
      <h2 className="club-name">{golfclub.name}</h2>
      <p>
        {dayAndTime(round)}, {holes}&nbsp;holes
      </p>
      <Stack as="ul" aria-label="Spelers" gap={1} className="bullets">
        {players.filter(isActive).map((player) => (
          <li key={player.reservation_id}>{fullName(player)}</li>
        ))}
      </Stack>
      <BookingNumber reservation={round} />
      <p className="soft">
        {isPlayrightForfeited(play_date)
          ? 'Annuleer je vandaag nog, dan vervalt je speelrecht. Laat je iemand anders spelen, dan krijg je het terug.'
          : freeCancellation(play_date)}
      </p>
      <Row gap={3}>
        <Button variant="danger" onClick={() => setAsked(round)}>
          annuleren
        </Button>
        <ButtonLink
          to="/reservations/$reservationId/swap/$placeId"
          params={{
            reservationId: reservation_id,
            placeId: ownPlace(round)?.reservation_id ?? reservation_id,
          }}
        >
          iemand laten invallen
        </ButtonLink>
        <ButtonLink to="/reservations" variant="quiet">
          Mijn reserveringen
        </ButtonLink>
      </Row>
      {asked ? <CancelDialog reservation={asked} onClose={() => setAsked(null)} onDone={onDone} /> : null}
    </Card>
  );
}
