// Agreeing a start time: calling or mailing the club, then writing down what was agreed, for the whole group. Two players
// may write at once: the later one sees the first time and chooses.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { call } from '@/api/client.ts';
import { ApiError, failureText } from '@/api/error.ts';
import { roundsChanged } from '@/api/rounds.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { forgetKept, useKept } from '@/features/kept-input/useKept.ts';
import { dutchTelephone } from '@/features/profile/telephone.ts';
import { Alert, announce, Button, ButtonAnchor, Dialog, DialogActions, Row, TextField } from '@/ui';
import { upcomingQuery } from './queries.ts';
import { callAddress, startTimeId, startTimeText } from './startTime.ts';
import { mailAddress } from './startTimeMail.ts';

interface Props {
  readonly reservation: Reservation;
  readonly onClose: () => void;
}

const failures = {
  failure: 'De starttijd is niet opgeslagen. Probeer het later opnieuw.',
  network: 'Geen verbinding: de starttijd is nog niet opgeslagen. Wat je hebt ingevuld, blijft staan.',
};

/** What is sent: the new time, and the time that the member saw when choosing it. */
interface Change {
  readonly start_time: string | null;
  readonly seen: string | null;
}

export function StartTimeDialog({ reservation, onClose }: Props) {
  const id = reservation.reservation_id;
  const current = useQuery(upcomingQuery).data?.find((round) => round.reservation_id === id) ?? reservation;
  const [seen] = useState(reservation.start_time);
  const form = `start-time:${id}`;
  const [typed, setTyped] = useKept(form, z.string(), () => reservation.start_time ?? '');
  const queries = useQueryClient();
  const save = useSingleMutation({
    mutationFn: (body: Change) => call(`/reservations/${id}/start_time`, { method: 'POST', body }),
    // Also after a refusal: it often means that another player was earlier.
    onSettled: () => roundsChanged(queries),
  });
  const leave = (report: string) => {
    forgetKept(form);
    announce(report);
    onClose();
  };
  const send = (change: Change) =>
    save.mutate(change, {
      onSuccess: () =>
        leave(
          change.start_time ? `Starttijd ${change.start_time} is opgeslagen.` : 'De starttijd is verwijderd.',
        ),
    });
  const [isMissing, setIsMissing] = useState(false);
  const wasEarlier = save.error instanceof ApiError && save.error.status === 409;
  const busy = save.isPending;

  return (
    <Dialog title="Starttijd afspreken" onClose={onClose} locked={busy} returnTo={startTimeId(reservation)}>
      <Contact reservation={reservation} />
      <form
        data-gap={3}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(!typed);
          if (typed) send({ start_time: typed, seen: wasEarlier ? current.start_time : seen });
        }}
      >
        <TextField
          label="Afgesproken starttijd"
          hint="Je hele groep ziet deze tijd."
          type="time"
          name="start_time"
          required
          error={isMissing && !typed ? 'Vul de tijd in die je met de club hebt afgesproken.' : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Alert>
          {save.error ? (
            <>
              <p>{failureText(save.error, failures)}</p>
              {wasEarlier && current.start_time ? (
                <p>{`Er staat nu: ${startTimeText(current)}. Welke tijd klopt?`}</p>
              ) : null}
            </>
          ) : null}
        </Alert>
        <DialogActions>
          <Button type="submit" busyText={busy && 'bezig…'}>
            {wasEarlier && typed ? `${typed} opslaan` : 'opslaan'}
          </Button>
          {wasEarlier && current.start_time ? (
            <Button
              variant="secondary"
              disabled={busy}
              onClick={() => leave(`Starttijd ${current.start_time} blijft staan.`)}
            >
              {`${current.start_time} laten staan`}
            </Button>
          ) : seen ? (
            <Button
              variant="danger"
              disabled={busy}
              onClick={() => send({ start_time: null, seen: current.start_time })}
            >
              starttijd verwijderen
            </Button>
          ) : null}
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            terug
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What the club says about its times, and how to reach it. */
function Contact({ reservation }: Pick<Props, 'reservation'>) {
  const { golfclub } = reservation;
  const call = callAddress(golfclub);
  const mail = mailAddress(reservation);
  return (
    <>
      {golfclub.starttime_description ? (
        <p>{`${golfclub.name}: ${golfclub.starttime_description}.`}</p>
      ) : null}
      {call || mail ? (
        <Row gap={2}>
          {call ? (
            <ButtonAnchor href={call}>
              <Phone aria-hidden size={18} />
              {`bel ${dutchTelephone(golfclub.telephone) || 'de club'}`}
            </ButtonAnchor>
          ) : null}
          {mail ? (
            <ButtonAnchor href={mail}>
              <Mail aria-hidden size={18} />
              mail de club
            </ButtonAnchor>
          ) : null}
        </Row>
      ) : (
        <p>
          Hoe je de club bereikt, staat bij{' '}
          <Link to="/courses/$clubId" params={{ clubId: golfclub.id }}>
            {golfclub.name}
          </Link>
          .
        </p>
      )}
    </>
  );
}
