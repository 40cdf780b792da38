// Buying the federation card with or without handicap registration.
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { FederationOffer } from '@/api/generated/FederationOffer.ts';
import { failureText } from '@/api/error.ts';
import { useKept } from '@/features/kept-input/useKept.ts';
import { Loaded, Page, RadioGroup } from '@/ui';
import { OrderForm, OrderSkeleton } from './OrderForm.tsx';
import { federationOfferQuery } from './queries.ts';
import { Unavailable } from './Unavailable.tsx';

const UNAVAILABLE = 'Je kunt op dit moment geen NGF registratie kopen.';
const texts = { failure: UNAVAILABLE, network: 'Netwerkfout bij ophalen van gegevens.' };

export function FederationBuyScreen() {
  const query = useQuery(federationOfferQuery);
  const year = query.data?.year;
  return (
    <Page
      full
      title="NGF-registratie kopen"
      intro={
        year ? `Je registratie bij de golffederatie voor ${year}.` : 'Je registratie bij de golffederatie.'
      }
    >
      <Loaded query={query} skeleton={<OrderSkeleton />} failure={(error) => [failureText(error, texts)]}>
        {(offer) => <FederationOrder offer={offer} />}
      </Loaded>
    </Page>
  );
}

const DEFAULT_PACKAGE = 'homecourse';
const request = {
  path: '/federationregistration/pay',
  returnTo: '/subscriptions?federationOrdered=true',
} as const;

function FederationOrder({ offer }: { readonly offer: FederationOffer }) {
  const { allowPurchase } = offer;
  const availablePackages = offer.availablePackages ?? [];
  const [wantedKey, setWantedKey] = useKept(`${request.path}:package`, z.string(), () => DEFAULT_PACKAGE);
  const chosen = availablePackages.find(({ key }) => key === wantedKey) ?? availablePackages[0];
  if (!allowPurchase || !chosen) {
    return <Unavailable message={offer.message || offer.error || UNAVAILABLE} />;
  }
  return (
    <OrderForm offer={offer} request={request} order={{ package: chosen.key }} total={chosen.formattedPrice}>
      <RadioGroup
        legend="Pakket"
        options={availablePackages.map(({ key, description, formattedPrice }) => ({
          value: key,
          label: description,
          detail: formattedPrice,
        }))}
        value={chosen.key}
        onChange={setWantedKey}
      />
    </OrderForm>
  );
}
