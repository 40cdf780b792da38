// Buying the federation card with or without handicap registration.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import { Card } from '@/ui/Card.tsx';
import { LoadFailure } from '@/ui/LoadFailure.tsx';
import { Page } from '@/ui/Page.tsx';
import { RadioGroup } from '@/ui/RadioGroup.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { NO_CHOICE, PaymentChoice } from './PaymentChoice.tsx';
import { PayFoot } from './PayFoot.tsx';
import { PaymentTrouble } from './PaymentTrouble.tsx';
import styles from './Purchase.module.css';
import { federationOfferQuery } from './queries.ts';
import type { FederationOffer } from './schemas.ts';
import { Unavailable } from './Unavailable.tsx';
import { usePayment, type Choice } from './usePayment.ts';

const UNAVAILABLE = 'Je kunt op dit moment geen NGF registratie kopen.';

export function FederationBuyScreen() {
  const { data, error, isPending, isFetching, refetch } = useQuery(federationOfferQuery);
  const year = data?.year;
  return (
    <Page
      title="NGF-registratie kopen"
      intro={
        year ? `Je registratie bij de golffederatie voor ${year}.` : 'Je registratie bij de golffederatie.'
      }
    >
      {isPending ? <Skeleton height="9rem" count={3} /> : null}
      {error && !data ? (
        <LoadFailure retrying={isFetching} onRetry={() => void refetch()}>
          <p>
            {failureText(error, { failure: UNAVAILABLE, network: 'Netwerkfout bij ophalen van gegevens.' })}
          </p>
        </LoadFailure>
      ) : null}
      {data ? <Sale offer={data} /> : null}
    </Page>
  );
}

function Sale({ offer }: { readonly offer: FederationOffer }) {
  if (!offer.allowPurchase || offer.availablePackages.length === 0) {
    return <Unavailable message={offer.message || offer.error || UNAVAILABLE} />;
  }
  return <OrderForm offer={offer} />;
}

const DEFAULT_PACKAGE = 'homecourse';

interface FederationOrder extends Choice {
  readonly package: string;
}

function OrderForm({ offer }: { readonly offer: FederationOffer }) {
  const { availablePackages, methods, issuers, paymentTrouble } = offer;
  const [wanted, setWanted] = useState(DEFAULT_PACKAGE);
  const [choice, setChoice] = useState<Choice>(NO_CHOICE);
  const { pay, leaving, error } = usePayment<FederationOrder>({
    path: '/federationregistration/pay',
    returnTo: '/subscriptions?federationOrdered=true',
  });

  const chosen = availablePackages.find(({ key }) => key === wanted) ?? availablePackages[0];
  if (!chosen) return null;
  const ready = !paymentTrouble && methods.some(({ id }) => id === choice.method);

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !leaving) pay({ package: chosen.key, ...choice });
      }}
    >
      <PaymentTrouble trouble={paymentTrouble} />
      <Card className={styles.part}>
        <RadioGroup
          legend="Pakket"
          options={availablePackages.map(({ key, description, formattedPrice }) => ({
            value: key,
            label: description,
            detail: formattedPrice,
          }))}
          value={chosen.key}
          onChange={setWanted}
        />
      </Card>
      <Card className={styles.part}>
        <PaymentChoice methods={methods} issuers={issuers} choice={choice} onChange={setChoice} />
      </Card>
      <PayFoot
        total={chosen.formattedPrice}
        ready={ready}
        away={paymentTrouble !== ''}
        leaving={leaving}
        error={error}
      />
    </form>
  );
}
