// Buying free vouchers: for how many holes, how many, and how to pay.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '@/api/error.ts';
import { Card } from '@/ui/Card.tsx';
import { euros } from '@/ui/format.ts';
import { LoadFailure } from '@/ui/LoadFailure.tsx';
import { Page } from '@/ui/Page.tsx';
import { RadioGroup } from '@/ui/RadioGroup.tsx';
import { Select } from '@/ui/Select.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { NO_CHOICE, PaymentChoice } from './PaymentChoice.tsx';
import { PayFoot } from './PayFoot.tsx';
import { PaymentTrouble } from './PaymentTrouble.tsx';
import styles from './Purchase.module.css';
import { voucherOfferQuery } from './queries.ts';
import type { VoucherOffer } from './schemas.ts';
import { Unavailable } from './Unavailable.tsx';
import { usePayment, type Choice } from './usePayment.ts';

const UNKNOWN = 'Er is een onbekende fout opgetreden';

export function VoucherBuyScreen() {
  const { data, error, isPending, isFetching, refetch } = useQuery(voucherOfferQuery);
  return (
    <Page
      title="Vrije voucher kopen"
      intro="Een vrije voucher is goed voor één extra ronde, als je speelrechten op zijn."
    >
      {isPending ? <Skeleton height="9rem" count={3} /> : null}
      {error && !data ? (
        <LoadFailure retrying={isFetching} onRetry={() => void refetch()}>
          <p>{failureText(error, { failure: UNKNOWN, network: 'Netwerkfout bij ophalen van gegevens.' })}</p>
        </LoadFailure>
      ) : null}
      {data ? <Sale offer={data} /> : null}
    </Page>
  );
}

function Sale({ offer }: { readonly offer: VoucherOffer }) {
  if (!offer.allowPurchase) return <Unavailable message={offer.message || offer.error || UNKNOWN} />;
  if (offer.maxBuyable < 1 || offer.availableVouchers.length === 0) {
    return <Unavailable message={offer.message || 'Je kunt op dit moment geen vrije vouchers meer kopen.'} />;
  }
  return <OrderForm offer={offer} />;
}

const DEFAULT_HOLES = 9;

interface VoucherOrder extends Choice {
  readonly holes: number;
  readonly quantity: number;
}

function OrderForm({ offer }: { readonly offer: VoucherOffer }) {
  const { availableVouchers, maxBuyable, methods, issuers, paymentTrouble } = offer;
  const [wantedHoles, setHoles] = useState(DEFAULT_HOLES);
  const [wantedQuantity, setQuantity] = useState(1);
  const [choice, setChoice] = useState<Choice>(NO_CHOICE);
  const { pay, leaving, error } = usePayment<VoucherOrder>({
    path: '/freevoucher/pay',
    returnTo: '/subscriptions?ordered=true',
  });

  // The offer may shrink under the form when it is fetched again.
  const voucher = availableVouchers.find(({ holes }) => holes === wantedHoles) ?? availableVouchers[0];
  const quantity = Math.min(wantedQuantity, maxBuyable);
  if (!voucher) return null;
  const ready = !paymentTrouble && methods.some(({ id }) => id === choice.method);

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !leaving) pay({ holes: voucher.holes, quantity, ...choice });
      }}
    >
      <PaymentTrouble trouble={paymentTrouble} />
      <Card className={styles.part}>
        <RadioGroup
          legend="Holes"
          columns
          options={availableVouchers.map(({ holes, formattedPrice }) => ({
            value: String(holes),
            label: `${holes} holes`,
            detail: formattedPrice,
          }))}
          value={String(voucher.holes)}
          onChange={(holes) => setHoles(Number(holes))}
        />
        <Select
          label="Aantal"
          className={styles.quantity}
          value={quantity}
          onChange={(event) => setQuantity(Number(event.target.value))}
        >
          {Array.from({ length: maxBuyable }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </Select>
      </Card>
      <Card className={styles.part}>
        <PaymentChoice methods={methods} issuers={issuers} choice={choice} onChange={setChoice} />
      </Card>
      <PayFoot
        total={totalPrice(voucher.price, quantity)}
        ready={ready}
        away={paymentTrouble !== ''}
        leaving={leaving}
        error={error}
      />
    </form>
  );
}

/** Reckoned in whole cents: a price such as 12.35 has no exact half in binary. */
function totalPrice(price: number, quantity: number): string {
  return euros((Math.round(price * 100) * quantity) / 100);
}
