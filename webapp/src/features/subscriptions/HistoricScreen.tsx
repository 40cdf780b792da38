// Used and expired vouchers, and earlier subscriptions.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import type { VoucherView } from '@/api/generated/VoucherView.ts';
import { ButtonLink, EmptyState, Loaded, Page, Region, Skeleton } from '@/ui';
import { subscriptionsFailure, subscriptionsQuery } from './queries.ts';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import styles from './SubscriptionsScreen.module.css';
import { isUsable, Vouchers } from './Vouchers.tsx';

export function HistoricScreen() {
  return (
    <Page
      title="Historie"
      full
      actions={
        <ButtonLink to="/subscriptions">
          <ArrowLeft aria-hidden size={20} />
          Abo's & extra's
        </ButtonLink>
      }
    >
      <Loaded
        query={useQuery(subscriptionsQuery)}
        skeleton={
          <div className={styles.pairs}>
            <Skeleton height="14rem" />
            <Skeleton height="14rem" />
          </div>
        }
        failure={subscriptionsFailure}
      >
        {(data) => <PastItems data={data} />}
      </Loaded>
    </Page>
  );
}

/** The day on which a voucher was used or expired. */
const endDate = ({ used, used_when, expires }: VoucherView) => (used && used_when) || expires;

function PastItems({ data }: { readonly data: Subscriptions }) {
  const pastVouchers = data.bonus
    .filter((voucher) => !isUsable(voucher))
    .toSorted((a, b) => endDate(b).localeCompare(endDate(a)));
  const earlier = data.historic.toSorted((a, b) => b.enddate.localeCompare(a.enddate));
  return (
    <div className={styles.pairs}>
      <Region title="Gebruikte en verlopen vouchers">
        {pastVouchers.length > 0 ? (
          <Vouchers vouchers={pastVouchers} />
        ) : (
          <EmptyState title="Je hebt nog geen vouchers gebruikt." />
        )}
      </Region>
      <Region title="Eerdere abonnementen">
        {earlier.length > 0 ? (
          <div className={styles.list}>
            {earlier.map((subscription) => (
              <SubscriptionCard key={subscription.id} subscription={subscription} />
            ))}
          </div>
        ) : (
          <EmptyState title="Je hebt geen eerdere abonnementen." />
        )}
      </Region>
    </div>
  );
}
