// The member's products: the outcome of a purchase, subscriptions, vouchers, registration, and offers to renew.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { History, TicketPlus } from 'lucide-react';
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import { Badge, ButtonLink, EmptyState, Loaded, Page, Region, Skeleton } from '@/ui';
import { Federation } from './Federation.tsx';
import { Offers } from './Offers.tsx';
import { outcomeOf, purchaseOf } from './purchaseOutcome.ts';
import { PurchaseNotice } from './PurchaseNotice.tsx';
import { subscriptionsAfter, subscriptionsFailure } from './queries.ts';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import styles from './SubscriptionsScreen.module.css';
import { isUsable, Vouchers } from './Vouchers.tsx';

export function SubscriptionsScreen() {
  const purchase = purchaseOf(useSearch({ from: '/_member/subscriptions/' }));
  const query = useQuery(subscriptionsAfter(purchase));
  const { data, dataUpdatedAt, isFetching, refetch } = query;
  const [openedAt] = useState(() => Date.now());
  const outcome = data ? outcomeOf(data, purchase, { isFetching, isFresh: dataUpdatedAt >= openedAt }) : null;
  return (
    <Page
      title="Abo's & extra's"
      full
      actions={
        <ButtonLink to="/subscriptions/historic" variant="quiet">
          <History aria-hidden size={20} />
          historie
        </ButtonLink>
      }
    >
      {outcome ? (
        <PurchaseNotice
          outcome={outcome}
          purchase={purchase}
          checking={isFetching}
          onCheck={() => void refetch()}
        />
      ) : null}
      <Loaded query={query} skeleton={<SectionsSkeleton />} failure={subscriptionsFailure}>
        {(loaded) => <Sections data={loaded} />}
      </Loaded>
    </Page>
  );
}

function SectionsSkeleton() {
  return (
    <div className={styles.pairs}>
      <Skeleton height="20rem" />
      <Skeleton height="20rem" />
    </div>
  );
}

/** The member's own products come before those for sale. */
function Sections({ data }: { readonly data: Subscriptions }) {
  const { current, upcoming } = data;
  return (
    <div className={styles.sections}>
      <div className={styles.pairs}>
        <Region title="Huidig abonnement">
          {current ? (
            <SubscriptionCard subscription={current} withBar />
          ) : (
            <EmptyState title="Je hebt op dit moment geen abonnement.">
              <p>Met een voucher kun je wel spelen. Vragen over een abonnement? We helpen je graag.</p>
              <ButtonLink to="/contact">neem contact op</ButtonLink>
            </EmptyState>
          )}
        </Region>
        {upcoming ? (
          <Region title="Aankomend abonnement">
            <SubscriptionCard subscription={upcoming} badge={<Badge tone="sand">binnenkort actief</Badge>} />
          </Region>
        ) : null}
        <Region title="Vouchers">
          <UsableVouchers vouchers={data.bonus.filter(isUsable)} />
        </Region>
        <Federation registration={data.federation_registration} />
      </div>
      <Offers options={data.extension_options} />
    </div>
  );
}

function UsableVouchers({ vouchers }: { readonly vouchers: Subscriptions['bonus'] }) {
  const buy = (
    <ButtonLink to="/vouchers/buy">
      <TicketPlus aria-hidden size={20} />
      koop een vrije voucher
    </ButtonLink>
  );
  if (vouchers.length === 0) {
    return <EmptyState title="Je hebt geen vouchers die je nog kunt gebruiken.">{buy}</EmptyState>;
  }
  return (
    <>
      <Vouchers vouchers={vouchers} />
      <div className={styles.buy}>{buy}</div>
    </>
  );
}
