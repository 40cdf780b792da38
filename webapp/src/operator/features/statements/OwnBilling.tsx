// The company behind the portal: it pays, and makes the invoices in the clubs' names.
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/ui';
import { Billing } from './Billing.tsx';
import { ownBillingQuery } from './queries.ts';

export function OwnBilling() {
  const query = useQuery(ownBillingQuery);
  return (
    <Loaded query={query}>
      {({ billing }) => (
        <Billing
          title="Billing details of the company behind the portal"
          billing={billing}
          missing="They are missing: no month with an amount can be closed, and no payment file can be made."
        />
      )}
    </Loaded>
  );
}
