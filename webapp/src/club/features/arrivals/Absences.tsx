// Who did not come on a day that is over: a manager says so, and takes it back.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '@/api/error.ts';
import {
  Alert,
  announce,
  Badge,
  Button,
  Checkbox,
  Dialog,
  listOf,
  RadioGroup,
  Region,
  Row,
  Stack,
  Status,
  useForm,
} from '@/ui';
import styles from './Arrivals.module.css';
import type { Day, Player } from './day.ts';
import { dayChanged, recordAbsences, withdrawAbsence } from './queries.ts';
import { ReasonForm } from './ReasonForm.tsx';
import { ABSENCE_REASONS, absenceText, failureOf } from './words.ts';

const WITHDRAW_REASONS = ['Speelde wel', 'Vergissing'];

export function Absences({ day }: { readonly day: Day }) {
  const { date, can_correct } = day;
  const [reported, setReported] = useState<readonly string[]>([]);
  const report = useRef<HTMLDivElement>(null);
  // The players that were chosen go away.
  useEffect(() => {
    if (reported.length > 0) report.current?.focus();
  }, [reported]);
  const away = day.flights.flatMap(({ players }) => players.filter(({ status }) => status !== 'arrived'));
  const absent = away.filter(({ absence }) => absence);
  const unseen = can_correct ? away.filter(({ absence }) => !absence) : [];
  if (absent.length + unseen.length === 0) return null;
  return (
    <Region title="Niet aangekomen" className={styles.region}>
      {absent.length > 0 ? (
        <ul className="lined">
          {absent.map((player) => (
            <AbsentPlayer
              key={player.place}
              date={date}
              player={player}
              onWithdrawn={() => setReported([])}
            />
          ))}
        </ul>
      ) : null}
      {reported.length > 0 ? (
        <div ref={report} tabIndex={-1}>
          <Status>{reportText(reported)}</Status>
        </div>
      ) : null}
      {unseen.length > 0 ? (
        <AbsenceForm key={reported.join()} date={date} players={unseen} onReported={setReported} />
      ) : null}
    </Region>
  );
}

/** `Jan en Sanne zijn als afwezig gemeld.` */
const reportText = (names: readonly string[]): string =>
  `${listOf(names)} ${names.length === 1 ? 'is' : 'zijn'} als afwezig gemeld.`;

interface AbsentPlayerProps {
  readonly date: string;
  readonly player: Player;
  readonly onWithdrawn: () => void;
}

function AbsentPlayer({ date, player: { place, name, absence }, onWithdrawn }: AbsentPlayerProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!absence) return null;
  const close = () => setOpen(false);
  return (
    <li>
      <Row gap={2} lineGap={0} align="center">
        <p>{`${name}: ${absenceText(absence.reason)}`}</p>
        {absence.objected_at === null ? null : <Badge tone="sand">zegt dat dit niet klopt</Badge>}
        <Button
          variant="quiet"
          aria-label={`afwezigheid van ${name} intrekken`}
          onClick={() => setOpen(true)}
        >
          intrekken
        </Button>
      </Row>
      {isOpen ? (
        <Dialog title="Afwezigheid intrekken" onClose={close} locked={busy}>
          <ReasonForm
            onBack={close}
            onBusy={setBusy}
            explanation={<p>{`${name} staat dan niet meer als afwezig, en krijgt daarvan bericht.`}</p>}
            reasons={WITHDRAW_REASONS}
            confirmLabel="intrekken"
            failure="De afwezigheid is niet ingetrokken. Probeer het later opnieuw."
            send={async (reason) => {
              await withdrawAbsence(date, place, reason);
              void dayChanged(queries, date);
              announce(`De afwezigheid van ${name} is ingetrokken.`);
              onWithdrawn();
              close();
            }}
          />
        </Dialog>
      ) : null}
    </li>
  );
}

interface AbsenceFormProps {
  readonly date: string;
  readonly players: readonly Player[];
  readonly onReported: (names: readonly string[]) => void;
}

function AbsenceForm({ date, players, onReported }: AbsenceFormProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState<string | null>(null);
  const form = useForm<'places' | 'reason'>({
    check: (data) => ({
      ...(data.has('places') ? {} : { places: 'Kies minstens één speler.' }),
      ...(reason === null ? { reason: 'Kies een reden.' } : {}),
    }),
    send: async (data) => {
      const places = data.getAll('places').map(String);
      try {
        await recordAbsences(date, places, reason ?? '');
        onReported(players.filter(({ place }) => places.includes(place)).map(({ name }) => name));
      } finally {
        // Those before the one who was refused are recorded.
        void dayChanged(queries, date);
      }
    },
    failureText: (error) =>
      failureText(error, failureOf('De afwezigheid is niet gemeld. Probeer het later opnieuw.')),
    rechecks: true,
  });
  return (
    <Stack as="form" gap={3} {...form.form} noValidate>
      <p>
        Meld wie zonder bericht of om een andere reden niet kwam. De speler krijgt bericht en kan bezwaar
        maken.
      </p>
      <div
        role="group"
        aria-label="Spelers"
        aria-describedby={form.errors.places ? 'places-error' : undefined}
        className={styles.choices}
      >
        {players.map(({ place, name }) => (
          <Checkbox key={place} name="places" value={place} label={name} disabled={form.busy === true} />
        ))}
        {form.errors.places ? (
          <p role="alert" className="danger strong" id="places-error">
            {form.errors.places}
          </p>
        ) : null}
      </div>
      <RadioGroup
        legend="Reden"
        columns
        options={ABSENCE_REASONS}
        value={reason}
        onChange={setReason}
        error={reason === null ? form.errors.reason : undefined}
      />
      <Alert>{form.failure}</Alert>
      <div>
        <Button type="submit" busyText={form.busy && 'bezig…'}>
          afwezigheid melden
        </Button>
      </div>
    </Stack>
  );
}
