// Why a member cannot start a reservation, and what can be done about it.
import { Link } from '@tanstack/react-router';
import type { Me } from '@/api/generated/Me.ts';
import { Alert, ButtonLink, ownReason, Row } from '@/ui';

export function CannotStart({ me }: { readonly me: Me }) {
  return (
    <Alert>
      <p>
        <strong>Kan geen reservering starten</strong>
      </p>
      {me.isProfileComplete ? (
        <>
          <p>{sentence(ownReason(me.playrights.reason))}</p>
          <p>Een ronde gebruikt een speelrecht van je abonnement, of een voucher.</p>
          <Row gap={2}>
            {/* The server sells them to members with a subscription that is running. */}
            {me.playrights.has_subscription ? (
              <ButtonLink to="/vouchers/buy">koop een vrije voucher</ButtonLink>
            ) : null}
            <ButtonLink to="/subscriptions">bekijk je abonnementen</ButtonLink>
          </Row>
        </>
      ) : (
        <p>
          Je profiel is nog niet compleet. Vul eerst <Link to="/profile">je profiel</Link> aan.
        </p>
      )}
    </Alert>
  );
}

/** With a capital and a full stop. */
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
