// Chooses the moment whose state is shown, and a second one to compare it with. Both are in the address.
import { ApiError } from '@/api/error.ts';
import { Button, Stack } from '@/ui';
import flush from '@/ui/flush.module.css';
import { failureText } from '../../api/failure.ts';
import type { SubjectPage } from '../../api/generated/SubjectPage.ts';
import { MomentPicker } from './MomentPicker.tsx';
import type { Moments } from './queries.ts';
import styles from './TimeTravel.module.css';

interface TimeTravelProps {
  readonly now: SubjectPage;
  /** The subject at the moments of the address; undefined when the server knows none. */
  readonly shown: SubjectPage | undefined;
  readonly moments: Moments;
  readonly error: Error | null;
  readonly onMoments: (moments: Moments) => void;
}

export const isComparing = (moments: Moments) =>
  moments.compare_at !== undefined || moments.compare_sequence !== undefined;

/** A moment that the server cannot read is shown beside its field. */
export const isUnreadable = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 422;

export function TimeTravel({ now, shown, moments, error, onMoments }: TimeTravelProps) {
  const { of } = now.at;
  const at = shown?.at ?? now.at;
  const compared = shown?.compare ?? at;
  const { at: chosenAt, sequence: chosenSequence, ...compare } = moments;
  const chosen = { at: chosenAt, sequence: chosenSequence };
  const unread = isUnreadable(error) ? error : undefined;
  const compareError = unread?.fields['compare_at'];
  return (
    <Stack as="section" gap={3} align="start" className={styles.travel} aria-label="Time travel">
      <MomentPicker
        label="State"
        sequence={error ? undefined : numberOf(chosenSequence, at.sequence)}
        of={of}
        instant={error && chosenAt ? chosenAt : at.instant}
        error={unread && !compareError ? failureText(unread) : undefined}
        // The last event leads back to now, which later events change.
        onSequence={(sequence) =>
          onMoments({ ...compare, ...(sequence < of ? { sequence: String(sequence) } : {}) })
        }
        onInstant={(instant) => onMoments({ ...compare, at: instant })}
      />
      {isComparing(moments) ? (
        <>
          <MomentPicker
            label="Compare with"
            sequence={error ? undefined : numberOf(moments.compare_sequence, compared.sequence)}
            of={of}
            instant={error && moments.compare_at ? moments.compare_at : compared.instant}
            error={compareError}
            onSequence={(sequence) => onMoments({ ...chosen, compare_sequence: String(sequence) })}
            onInstant={(instant) => onMoments({ ...chosen, compare_at: instant })}
          />
          <Button variant="quiet" className={flush.flush} onClick={() => onMoments(chosen)}>
            Stop comparing
          </Button>
        </>
      ) : (
        <Button
          variant="quiet"
          className={flush.flush}
          disabled={of < 2}
          onClick={() => onMoments({ ...chosen, compare_sequence: String(Math.max(1, at.sequence - 1)) })}
        >
          Compare with another moment
        </Button>
      )}
    </Stack>
  );
}

/** While a moment of the address is being asked for, it can still be no number. */
function numberOf(asked: string | undefined, shown: number): number | undefined {
  if (asked === undefined) return shown;
  return /^\d{1,9}$/.test(asked) ? Number(asked) : undefined;
}
