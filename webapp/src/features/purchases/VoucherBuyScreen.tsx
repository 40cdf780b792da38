// Buying free vouchers: for how many holes, how many, and how to pay.
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { VoucherOffer } from '@/api/generated/VoucherOffer.ts';
import { failureText } from '@/api/error.ts';
import { useKept } from '@/features/kept-input/useKept.ts';
import { euros, Loaded, Page, RadioGroup } from '@/ui';
import { OrderForm, OrderSkeleton } from './OrderForm.tsx';
import { Quantity } from './Quantity.tsx';
import { voucherOfferQuery } from './queries.ts';
import { Unavailable } from './Unavailable.tsx';

const UNKNOWN = 'Er is een onbekende fout opgetreden';
const texts = { failure: UNKNOWN, network: 'Netwerkfout bij ophalen van gegevens.' };

export function VoucherBuyScreen() {
  return (
    <Page
      full
      title="Vrije voucher kopen"
      intro="Een vrije voucher is goed voor één extra ronde, als je speelrechten op zijn."
    >
      <Loaded
        query={useQuery(voucherOfferQuery)}
        skeleton={<OrderSkeleton />}
        failure={(error) => [failureText(error, texts)]}
      >
        {(offer) => <VoucherOrder offer={offer} />}
      </Loaded>
    </Page>
  );
}

const DEFAULT_HOLES = 9;
const request = { path: '/freevoucher/pay', returnTo: '/subscriptions?ordered=true' } as const;

function VoucherOrder({ offer }: { readonly offer: VoucherOffer }) {
  const availableVouchers = offer.availableVouchers ?? [];
  const maxBuyable = offer.maxBuyable ?? 0;
  const [wantedHoles, setHoles] = useKept(`${request.path}:holes`, z.number(), () => DEFAULT_HOLES);
  const [wantedQuantity, setQuantity] = useKept(`${request.path}:quantity`, z.number(), () => 1);
  // The offer may become smaller when it is fetched again.
  const voucher = availableVouchers.find(({ holes }) => holes === wantedHoles) ?? availableVouchers[0];
  const quantity = Math.min(wantedQuantity, maxBuyable);
  if (!offer.allowPurchase) return <Unavailable message={offer.message || offer.error || UNKNOWN} />;
  if (maxBuyable < 1 || !voucher) {
    return <Unavailable message={offer.message || 'Je kunt op dit moment geen vrije vouchers meer kopen.'} />;
  }
  return (
    <OrderForm
      offer={offer}
      request={request}
      order={{ holes: voucher.holes, quantity }}
      total={totalPrice(voucher.price, quantity)}
    >
      <RadioGroup
        legend="Holes"
        columns="pairs"
        options={availableVouchers.map(({ holes, formattedPrice }) => ({
          value: String(holes),
          label: `${holes} holes`,
          detail: formattedPrice,
        }))}
        value={String(voucher.holes)}
        onChange={(holes) => setHoles(Number(holes))}
      />
      <Quantity value={quantity} max={maxBuyable} onChange={setQuantity} />
      {offer.message ? <p className="soft small">{offer.message}</p> : null}
    </OrderForm>
  );
}

/** Computed in whole cents: a price such as 12.35 has no exact half in binary. */
function totalPrice(price: number, quantity: number): string {
  return euros((Math.round(price * 100) * quantity) / 100);
}
