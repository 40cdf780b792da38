// The member's products: the outcome of a purchase, renewal, subscriptions, registration, vouchers.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { History, TicketPlus } from 'lucide-react';
import { Badge } from '@/ui/Badge.tsx';
import { ButtonLink } from '@/ui/Button.tsx';
import { EmptyState } from '@/ui/EmptyState.tsx';
import { Loaded } from '@/ui/Loaded.tsx';
import { Page } from '@/ui/Page.tsx';
import { Region } from '@/ui/Region.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { Federation } from './Federation.tsx';
import { Offers } from './Offers.tsx';
import { outcomeOf, purchaseOf } from './purchaseOutcome.ts';
import { PurchaseNotice } from './PurchaseNotice.tsx';
import { subscriptionsAfter, subscriptionsFailure } from './queries.ts';
import type { Subscriptions } from './schemas.ts';
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
    <Page title="Abo's & extra's" full>
      <div>
        <ButtonLink to="/subscriptions/historic">
          <History aria-hidden size={20} />
          historie
        </ButtonLink>
      </div>
      {outcome ? (
        <PurchaseNotice
          outcome={outcome}
          purchase={purchase}
          checking={isFetching}
          onCheck={() => void refetch()}
        />
      ) : null}
      <Loaded query={query} skeleton={<Skeleton height="14rem" count={3} />} failure={subscriptionsFailure}>
        {(loaded) => <Sections data={loaded} />}
      </Loaded>
    </Page>
  );
}

function Sections({ data }: { readonly data: Subscriptions }) {
  const { current, upcoming } = data;
  const usable = data.bonus.filter(isUsable);
  return (
    <>
      <Offers options={data.extension_options} />
      {upcoming ? (
        <Region title="Aankomend abonnement">
          <SubscriptionCard subscription={upcoming} badge={<Badge tone="sand">binnenkort actief</Badge>} />
        </Region>
      ) : null}
      <Federation registration={data.federation_registration} />
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
      <Region title="Vouchers">
        {usable.length > 0 ? (
          <Vouchers vouchers={usable} />
        ) : (
          <p>Je hebt geen vouchers die je nog kunt gebruiken.</p>
        )}
        <div className={styles.buy}>
          <ButtonLink to="/vouchers/buy">
            <TicketPlus aria-hidden size={20} />
            koop een vrije voucher
          </ButtonLink>
        </div>
      </Region>
    </>
  );
}
