// A reservation that was rejected, or whose outcome is unknown: which of the two, and what the member can do.
import { useNavigate } from '@tanstack/react-router';
import { isOutcomeUnknown } from '@/api/command.ts';
import { ApiError } from '@/api/error.ts';
import { Alert, Button, ButtonLink, Row, Stack, ownReason } from '@/ui';
import { Alternatives } from './Alternatives.tsx';
import { NextLinks } from './ConfirmSuccess.tsx';
import type { Order } from './queries.ts';

interface Props {
  readonly error: unknown;
  readonly order: Order;
  /** The same order under the same key: it cannot be booked twice. */
  readonly onRetry: () => void;
  /** The same answers as a new order, after a rejection. */
  readonly onOrderAgain: () => void;
}

export function ConfirmFailure({ error, order, onRetry, onOrderAgain }: Props) {
  const navigate = useNavigate();
  const unknown = isOutcomeUnknown(error);
  // A rate limit: nothing was booked, and a retry has the same key.
  const throttled = error instanceof ApiError && error.status === 429;
  const reason = error instanceof ApiError ? error.serverText : undefined;
  return (
    <Stack gap={4}>
      <Alert>
        <p>
          <strong>
            {'Er is een fout opgetreden: '}
            {reason ? ownReason(reason) : 'fout bij het maken van de reservering.'}
          </strong>
        </p>
        {throttled ? (
          <p>Er is niets geboekt en je keuzes zijn bewaard.</p>
        ) : unknown ? (
          <p>
            We weten niet zeker of je reservering is geplaatst. Probeer het gerust opnieuw: je reserveert
            nooit dubbel.
          </p>
        ) : (
          <p>
            Er is niets geboekt en je keuzes zijn bewaard. Kies een andere dag of baan, of probeer het
            opnieuw.
          </p>
        )}
        <Row gap={3}>
          {unknown ? null : (
            <>
              <ButtonLink to="/reservation/date">kies een andere dag</ButtonLink>
              <ButtonLink to="/reservation/course">kies een andere baan</ButtonLink>
            </>
          )}
          <Button variant="secondary" onClick={unknown ? onRetry : onOrderAgain}>
            opnieuw proberen
          </Button>
        </Row>
      </Alert>
      {unknown ? null : (
        <Alternatives
          refused={{ golfclub: order.golfclub, date: order.date }}
          onTaken={() => void navigate({ to: '/reservation/overview' })}
        />
      )}
      <NextLinks />
    </Stack>
  );
}
