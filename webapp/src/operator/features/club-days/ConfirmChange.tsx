// Shows whom a change of a day meets, and carries it out after a notice and a reason. When others booked or cancelled
// meanwhile the server refuses: the new list is shown, and the operator decides again.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/error.ts';
import { Alert, Button, ButtonLink, Row, Stack, Loaded, Region, useForm, type FieldErrors } from '@/ui';
import type { ChangedDay } from '../../api/generated/ChangedDay.ts';
import type { MetRounds as Preview } from '../../api/generated/MetRounds.ts';
import { missingReason, ReasonField, reasonOf, textOf, useUnsaved } from '../../ui/index.ts';
import { MetRounds } from './MetRounds.tsx';
import { NoticeField } from './NoticeField.tsx';
import { changeDay, previewQuery, reloadAfterChange, type DayChange } from './queries.ts';

interface ConfirmChangeProps {
  readonly question: DayChange;
  readonly onChanged: (changed: ChangedDay) => void;
}

export function ConfirmChange({ question, onChanged }: ConfirmChangeProps) {
  const query = useQuery(previewQuery(question));
  return (
    <Region title="Whom it meets">
      <Loaded query={query}>
        {(preview) => (
          <>
            <MetRounds preview={preview} />
            <ConfirmForm
              question={question}
              preview={preview}
              onConflict={() => void query.refetch()}
              onChanged={onChanged}
            />
          </>
        )}
      </Loaded>
    </Region>
  );
}

interface ConfirmFormProps extends ConfirmChangeProps {
  readonly preview: Preview;
  readonly onConflict: () => void;
}

function ConfirmForm({ question, preview, onConflict, onChanged }: ConfirmFormProps) {
  const queryClient = useQueryClient();
  const { club, change } = question;
  const [isTouched, setTouched] = useState(false);
  useUnsaved(isTouched);
  const { form, errors, failure, busy } = useForm({
    check: (data): FieldErrors => ({
      ...(textOf(data, 'notice') ? {} : { notice: 'Write what members read about it, in Dutch.' }),
      ...missingReason(data),
    }),
    send: async (data) => {
      const meets = preview.rounds.map(({ booking_id }) => booking_id);
      const [notice, reason] = [textOf(data, 'notice'), reasonOf(data)];
      try {
        onChanged(await changeDay(question, { reason, notice, meets }));
        reloadAfterChange(queryClient);
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) onConflict();
        throw error;
      }
    },
    focusesRejected: true,
  });

  return (
    <Stack
      as="form"
      gap={4}
      {...form}
      noValidate
      aria-label="Change the day"
      onInput={() => setTouched(true)}
    >
      <NoticeField error={errors['notice']} onChosen={() => setTouched(true)} />
      <ReasonField error={errors['reason']} />
      <Alert>{failure}</Alert>
      <Row gap={3}>
        <Button type="submit" variant="danger" busyText={busy && 'one moment…'}>
          {labelOf(question, preview)}
        </Button>
        <ButtonLink to="/clubs/$club" params={{ club }} variant="secondary" preload={false}>
          {change === 'close' ? 'Leave the day open' : 'Leave the capacity'}
        </ButtonLink>
      </Row>
    </Stack>
  );
}

function labelOf({ change, capacity }: DayChange, { rounds }: Preview): string {
  const what = change === 'close' ? 'Close the day' : `Lower the capacity to ${capacity}`;
  if (rounds.length === 0) return what;
  return `${what} and cancel ${rounds.length === 1 ? '1 round' : `${rounds.length} rounds`}`;
}
