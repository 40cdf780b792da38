// A change of a day: whom it meets is shown before it can be confirmed, and exactly these are confirmed. What is typed
// stays after a failure.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert, announce, Button, DialogActions, Stack, TextField, useForm, type FieldErrors } from '@/ui';
import { failureText } from '@/club/api/failure.ts';
import type { CourseDay } from '@/club/api/generated/CourseDay.ts';
import type { DayPreview } from '@/club/api/generated/DayPreview.ts';
import type { WantedChange } from '@/club/api/generated/WantedChange.ts';
import { textOf } from '@/club/ui';
import { confirmText, doneText } from './days.ts';
import { MetRounds } from './MetRounds.tsx';
import { changeDay, metByNow, previewDay, reloadDays } from './queries.ts';

const LONGEST_NOTICE = 100;
const MOST_PLACES = 1000;

interface ChangeFormProps {
  readonly day: CourseDay;
  readonly change: WantedChange;
  /** The club's own number of places; null: no limit. */
  readonly usual: number | null;
  /** What is met, where that is known already. */
  readonly met?: DayPreview | undefined;
  readonly notice?: string | undefined;
  readonly onBusy: (busy: boolean) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function ChangeForm(props: ChangeFormProps) {
  const { day, change, usual, notice, onBusy, onBack, onDone } = props;
  const queries = useQueryClient();
  const [met, setMet] = useState(props.met);
  const most = Math.min(usual ?? MOST_PLACES, MOST_PLACES);
  const cancels = (met?.rounds.length ?? 0) > 0;
  const isRead = change === 'close' || (change === 'limit' && cancels);

  const carryOut = async (data: FormData) => {
    const capacity = change === 'limit' ? Number(textOf(data, 'capacity')) : null;
    const seen = met ?? (await previewDay(day.date, { change, capacity }));
    if (!met && seen.rounds.length > 0) {
      setMet(seen);
      return;
    }
    try {
      const { cancelled } = await changeDay(day.date, {
        change,
        capacity,
        notice: isRead ? textOf(data, 'notice') : null,
        seen: seen.rounds.map(({ booking }) => booking),
      });
      void reloadDays(queries, day.date);
      announce(doneText(change, cancelled));
      onDone();
    } catch (error) {
      const now = metByNow(error);
      if (now) setMet(now);
      throw error;
    }
  };
  const form = useForm<'capacity' | 'notice'>({
    check: (data): FieldErrors<'capacity' | 'notice'> => ({
      ...(change === 'limit' && !isCapacity(textOf(data, 'capacity'), most)
        ? { capacity: `Vul een aantal van 0 tot en met ${most} in.` }
        : {}),
      ...(isRead && textOf(data, 'notice') === '' ? { notice: 'Schrijf wat de spelers lezen.' } : {}),
    }),
    send: async (data) => {
      onBusy(true);
      await carryOut(data).finally(() => onBusy(false));
    },
    failureText,
    focusesRejected: true,
  });
  return (
    <Stack as="form" gap={4} {...form.form} noValidate>
      {change === 'open' ? (
        <p>Leden kunnen weer boeken zoals op andere dagen. Geannuleerde rondes blijven geannuleerd.</p>
      ) : null}
      {change === 'limit' ? (
        <TextField
          label="Aantal plaatsen op deze dag"
          name="capacity"
          type="number"
          inputMode="numeric"
          min={0}
          max={most}
          defaultValue={day.capacity ?? ''}
          hint={usual === null ? undefined : `Op andere dagen zijn het er ${usual}.`}
          error={form.errors.capacity}
          readOnly={form.busy}
          onChange={() => setMet(undefined)}
          required
        />
      ) : null}
      {met && change !== 'open' ? <MetRounds preview={met} /> : null}
      {isRead ? (
        <TextField
          label="Melding voor de spelers"
          name="notice"
          hint="Hooguit 100 tekens. Schrijf niets over een persoon."
          maxLength={LONGEST_NOTICE}
          autoComplete="off"
          defaultValue={notice}
          readOnly={form.busy}
          error={form.errors.notice}
          required
        />
      ) : null}
      <Alert>{form.failure}</Alert>
      <DialogActions>
        <Button
          type="submit"
          variant={change === 'close' || cancels ? 'danger' : 'primary'}
          busyText={form.busy && 'bezig…'}
        >
          {confirmText(change, met?.rounds.length ?? 0)}
        </Button>
        <Button variant="secondary" data-safe disabled={form.busy} onClick={onBack}>
          terug
        </Button>
      </DialogActions>
    </Stack>
  );
}

const isCapacity = (text: string, most: number) => /^\d{1,4}$/.test(text) && Number(text) <= most;
