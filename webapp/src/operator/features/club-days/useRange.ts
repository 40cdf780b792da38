// The course of a change of several days: the choice is checked and looked at, then its days are sent in parts. A part
// that fails leaves its days, and those after it, to confirm again: a day that is changed already stays as it is.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm, type FieldErrors } from '@/ui';
import { missingReason, reasonOf, textOf } from '../../ui/index.ts';
import { reloadAfterChange } from './queries.ts';
import {
  changeDays,
  changeParts,
  lengthOf,
  MOST_DAYS,
  previewRange,
  type RangeChoice,
  type RangeKind,
  type RangeOutcome,
  type RangePreview,
} from './range.ts';

const MOST_PLACES = 1000;

interface Chosen {
  readonly clubs: readonly string[];
  readonly change: RangeKind;
  readonly today: string;
}

interface Progress {
  readonly label: string;
  readonly sent: number;
  readonly of: number;
}

interface Outcome extends RangeOutcome {
  readonly choice: RangeChoice;
}

export function useRange({ clubs, change, today }: Chosen) {
  const queryClient = useQueryClient();
  const [preview, setPreview] = useState<RangePreview>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [progress, setProgress] = useState<Progress>();
  /** Changes with the choice: the answer about another one is not shown. */
  const version = useRef(0);

  const look = async (choice: RangeChoice) => {
    const mine = version.current;
    const found = await previewRange(choice, (sent, of) =>
      setProgress(of > 1 ? { label: 'Parts looked at', sent, of } : undefined),
    );
    if (version.current !== mine) return;
    setOutcome(undefined);
    setPreview(found);
  };

  const carryOut = async ({ choice, days, unchanged, tooLate }: RangePreview, data: FormData) => {
    const announcement = { notice: textOf(data, 'notice'), reason: reasonOf(data) };
    const before = outcome?.choice === choice ? outcome : undefined;
    let [done, failed, stale] = [before?.done ?? [], before?.failed ?? [], [] as RangeOutcome['stale']];
    let left = days;
    try {
      for (const part of changeParts(days)) {
        setProgress(
          days.length > part.length
            ? { label: 'Days sent', sent: days.length - left.length, of: days.length }
            : undefined,
        );
        // oxlint-disable-next-line no-await-in-loop -- one after the other: each part is as much as the server takes
        const answer = await changeDays(choice, part, announcement);
        done = [...done, ...answer.done];
        failed = [...failed, ...answer.failed];
        stale = [...stale, ...answer.stale];
        left = left.slice(part.length);
      }
    } finally {
      const toConfirm = [...stale, ...left];
      if (left.length < days.length) {
        setOutcome({ choice, done, failed, stale });
        reloadAfterChange(queryClient);
      }
      setPreview(toConfirm.length > 0 ? { choice, days: toConfirm, unchanged, tooLate } : undefined);
    }
  };

  const { form, errors, failure, busy } = useForm({
    check: (data): FieldErrors => ({
      ...choiceErrors(data, clubs, change, today),
      ...(preview && change !== 'reopen' && !textOf(data, 'notice')
        ? { notice: 'Write what members read about it, in Dutch.' }
        : {}),
      ...(preview ? missingReason(data) : {}),
    }),
    send: async (data) => {
      try {
        if (preview) await carryOut(preview, data);
        else await look(choiceOf(data, clubs, change));
      } finally {
        setProgress(undefined);
      }
    },
    focusesRejected: true,
  });

  return {
    preview,
    outcome,
    progress,
    /** Everything was carried out, and nothing is left to confirm or to mend. */
    isDone: outcome !== undefined && preview === undefined && outcome.failed.length === 0 && !busy,
    /** The choice is another one: whom it meets has to be looked at first. */
    forget: () => {
      version.current += 1;
      setPreview(undefined);
    },
    form,
    errors,
    failure,
    busy,
  };
}

const choiceOf = (data: FormData, clubs: readonly string[], change: RangeKind): RangeChoice => ({
  clubs,
  from: textOf(data, 'from'),
  to: textOf(data, 'to'),
  change,
  capacity: change === 'limit' ? Number(textOf(data, 'capacity')) : null,
});

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function choiceErrors(
  data: FormData,
  clubs: readonly string[],
  change: RangeKind,
  today: string,
): FieldErrors {
  const [from, to, capacity] = [textOf(data, 'from'), textOf(data, 'to'), textOf(data, 'capacity')];
  const rightCapacity = /^\d{1,4}$/.test(capacity) && Number(capacity) <= MOST_PLACES;
  return {
    ...(clubs.length === 0 ? { clubs: 'Choose at least one club.' } : {}),
    ...(isDay(from) ? {} : { from: 'Write a day such as 2026-11-28.' }),
    ...(isDay(to)
      ? (isDay(from) && rangeError(from, to, clubs.length, today)) || {}
      : { to: 'Write a day such as 2026-11-28.' }),
    ...(change === 'limit' && !rightCapacity ? { capacity: `Enter 0 to ${MOST_PLACES}.` } : {}),
  };
}

function rangeError(from: string, to: string, clubs: number, today: string): FieldErrors | undefined {
  if (to < from) return { to: 'The last day is before the first.' };
  if (to < today) return { to: 'These days are over.' };
  if (lengthOf({ from, to }) * Math.max(1, clubs) > MOST_DAYS)
    return { to: `Choose at most ${MOST_DAYS} days of clubs: fewer days, or fewer clubs.` };
  return undefined;
}
