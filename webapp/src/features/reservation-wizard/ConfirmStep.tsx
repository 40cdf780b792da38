// The end of the wizard: the reservation is placed on entry, exactly once, and its outcome is shown. The order is
// read from the draft when the screen opens; a success empties the draft.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Draft } from '@/features/draft/draft.ts';
import { getDraft, submissionKey } from '@/features/draft/draftStore.ts';
import { isComplete } from '@/features/draft/steps.ts';
import { Page } from '@/ui';
import { ConfirmFailure } from './ConfirmFailure.tsx';
import { ConfirmSuccess } from './ConfirmSuccess.tsx';
import { Loader } from './Loader.tsx';
import { orderOf, placeQuery, type Order } from './queries.ts';
import { useEntering } from './WizardLayout.tsx';

interface Submission {
  readonly draft: Draft;
  readonly order: Order;
}

/** Reads the order that is to be placed; its key is the one that the draft already has, if it was sent before. */
function readSubmission(): Submission | null {
  const draft = getDraft();
  if (!isComplete(draft)) return null;
  const { submission } = draft;
  // A rejected order that is opened again has the same key: the server repeats its response and books nothing.
  const order = orderOf(draft, submission?.key ?? submissionKey());
  return order && { draft, order };
}

export function ConfirmStep() {
  const [submission, setSubmission] = useState(readSubmission);
  if (!submission) return <Navigate to="/reservations" replace />;
  return (
    <OrderResult
      submission={submission}
      onOrderAgain={() => {
        submissionKey();
        setSubmission(readSubmission());
      }}
    />
  );
}

interface OrderResultProps {
  readonly submission: Submission;
  readonly onOrderAgain: () => void;
}

function OrderResult({ submission, onOrderAgain }: OrderResultProps) {
  const queries = useQueryClient();
  const entering = useEntering();
  const { data, error, isFetching, refetch } = useQuery(placeQuery(submission.order, queries));
  return (
    <Page title="Reservering">
      {entering || isFetching ? (
        <Loader text="We plaatsen je reservering…" />
      ) : data ? (
        <ConfirmSuccess draft={submission.draft} reservationId={data.reservation_id} />
      ) : (
        <ConfirmFailure
          error={error}
          order={submission.order}
          onRetry={() => void refetch()}
          onOrderAgain={onOrderAgain}
        />
      )}
    </Page>
  );
}
