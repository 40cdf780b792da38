// A line that is wrong, or a round that is missing. What is typed stays in this tab until it is sent, whatever closes the form.
import { useQueryClient } from '@tanstack/react-query';
import { today } from '@/api/clock.ts';
import {
  Alert,
  Button,
  DialogActions,
  dotted,
  longDate,
  Stack,
  TextField,
  useForm,
  type FieldErrors,
} from '@/ui';
import { failureText } from '@/club/api/failure.ts';
import { LONGEST_REASON } from '@/club/features/arrivals/ReasonForm.tsx';
import { textOf } from '@/club/ui';
import { useDraft } from './draft.ts';
import { disputeLine, reloadStatements, type Line } from './queries.ts';
import { amountText, lastDayOf, lineText, playerText } from './words.ts';

interface DisputeFormProps {
  readonly month: string;
  /** None: a round is missing. */
  readonly line: Line | null;
  /** None: it is asked. */
  readonly date: string | null;
  readonly onBusy: (busy: boolean) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function DisputeForm({ month, line, date: asked, onBusy, onBack, onDone }: DisputeFormProps) {
  const queries = useQueryClient();
  const date = line?.date ?? asked ?? undefined;
  const { draft, change, remove } = useDraft({ month, line, date: asked });
  const now = today();
  const lastDay = lastDayOf(month) < now ? lastDayOf(month) : now;
  const isOfMonth = (day: string) => day.startsWith(`${month}-`) && day <= lastDay;

  const send = async (data: FormData) => {
    const disputed = {
      date: date ?? textOf(data, 'date'),
      place: line?.place ?? null,
      reason: textOf(data, 'reason'),
    };
    const content = JSON.stringify(disputed);
    const dispute = draft.sent?.content === content ? draft.sent.dispute : crypto.randomUUID();
    change({ sent: { dispute, content } });
    await disputeLine(month, { dispute, ...disputed });
    remove();
    // First, so that the line is in its last place when it gets the focus.
    await reloadStatements(queries);
    onDone();
  };
  const form = useForm<'date' | 'reason'>({
    check: (data): FieldErrors<'date' | 'reason'> => ({
      ...(date === undefined && !isOfMonth(textOf(data, 'date'))
        ? { date: 'Kies een dag van deze maand, tot en met vandaag.' }
        : {}),
      ...(textOf(data, 'reason') === ''
        ? { reason: line ? 'Schrijf wat er niet klopt.' : 'Schrijf wat er ontbreekt.' }
        : {}),
    }),
    send: async (data) => {
      onBusy(true);
      await send(data).finally(() => onBusy(false));
    },
    failureText,
    focusesRejected: true,
  });
  return (
    <Stack as="form" gap={4} {...form.form} noValidate>
      {date === undefined ? null : (
        <p>
          {line
            ? dotted([playerText(line), longDate(date), lineText(line), amountText(line.net_cents)])
            : `Op ${longDate(date)}`}
        </p>
      )}
      {date === undefined ? (
        <TextField
          label="Dag van de ronde"
          name="date"
          type="date"
          min={`${month}-01`}
          max={lastDay}
          value={draft.date}
          error={form.errors.date}
          readOnly={form.busy}
          onChange={({ target }) => change({ date: target.value })}
          required
        />
      ) : null}
      <TextField
        label={line ? 'Wat klopt er niet?' : 'Wat ontbreekt er?'}
        name="reason"
        hint={
          line
            ? `Hooguit ${LONGEST_REASON} tekens. Schrijf niets over een persoon.`
            : `Bijvoorbeeld de starttijd of het boekingsnummer. Hooguit ${LONGEST_REASON} tekens, en niets over een persoon.`
        }
        maxLength={LONGEST_REASON}
        autoComplete="off"
        value={draft.reason}
        error={form.errors.reason}
        readOnly={form.busy}
        onChange={({ target }) => change({ reason: target.value })}
        required
      />
      <p className="soft small">Fairway kijkt ernaar. Het antwoord komt bij deze afrekening te staan.</p>
      <Alert>{form.failure}</Alert>
      <DialogActions>
        <Button type="submit" busyText={form.busy && 'bezig…'}>
          {line ? 'bezwaar maken' : 'melden'}
        </Button>
        <Button variant="secondary" disabled={form.busy} onClick={onBack}>
          terug
        </Button>
      </DialogActions>
    </Stack>
  );
}
