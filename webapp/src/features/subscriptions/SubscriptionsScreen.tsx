// The member's products: the outcome of a purchase, subscriptions, vouchers, registration, and offers to renew.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { History, TicketPlus } from 'lucide-react';
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import { forgetKept, PAYMENT_OUTCOME, useKept } from '@/features/kept-input/useKept.ts';
import { Badge, ButtonLink, EmptyState, Loaded, Page, Region, Skeleton } from '@/ui';
import { Federation } from './Federation.tsx';
import { Offers } from './Offers.tsx';
import { finalText, outcomeOf, purchaseOf } from './purchaseOutcome.ts';
import { PurchaseNotice, VOUCHERS } from './PurchaseNotice.tsx';
import { subscriptionsAfter, subscriptionsFailure } from './queries.ts';
import { RightsLeft } from './RightsLeft.tsx';
import { SubscriptionCard } from './SubscriptionCard.tsx';
import styles from './SubscriptionsScreen.module.css';
import { isUsable, Vouchers } from './Vouchers.tsx';

export function SubscriptionsScreen() {
  const purchase = purchaseOf(useSearch({ from: '/_member/subscriptions/' }));
  const query = useQuery(subscriptionsAfter(purchase));
  const { data, dataUpdatedAt, isFetching, refetch } = query;
  const [openedAt] = useState(() => Date.now());
  const outcome = data ? outcomeOf(data, purchase, { isFetching, isFresh: dataUpdatedAt >= openedAt }) : null;
  // A reload, or a later visit, does not repeat the outcome: it stays in the address, and in the answers for a while.
  const [shown, keepShown] = useKept(PAYMENT_OUTCOME, z.string(), () => '');
  const [shownBefore] = useState(shown);
  const text = finalText(outcome);
  useEffect(() => {
    if (!text || text === shown) return;
    keepShown(text);
    if (purchase && outcome?.kind === 'paid') forgetKept(`/${purchase}/pay`);
  });
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
      {outcome && (!text || text !== shownBefore) ? (
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
    <div className={styles.sections}>
      <Skeleton height="12rem" />
      <div className={styles.pairs}>
        <Skeleton height="20rem" />
        <Skeleton height="20rem" />
      </div>
    </div>
  );
}

/** First what can be played, then the member's products, and those for sale last. */
function Sections({ data }: { readonly data: Subscriptions }) {
  const { current, upcoming } = data;
  return (
    <div className={styles.sections}>
      <div className={styles.pairs}>
        <RightsLeft data={data} />
        <Region title="Vouchers" id={VOUCHERS}>
          <UsableVouchers vouchers={data.bonus.filter(isUsable)} mayBuy={current !== null} />
        </Region>
      </div>
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
        <Federation registration={data.federation_registration} />
      </div>
      <Offers options={data.extension_options} hasSubscription={Boolean(current ?? upcoming)} />
    </div>
  );
}

interface UsableVouchersProps {
  readonly vouchers: Subscriptions['bonus'];
  /** The server sells free vouchers to members with a subscription that is running. */
  readonly mayBuy: boolean;
}

function UsableVouchers({ vouchers, mayBuy }: UsableVouchersProps) {
  const buy = mayBuy ? (
    <ButtonLink to="/vouchers/buy">
      <TicketPlus aria-hidden size={20} />
      koop een vrije voucher
    </ButtonLink>
  ) : (
    <p className="soft">Vrije vouchers zijn er voor leden met een lopend abonnement.</p>
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
