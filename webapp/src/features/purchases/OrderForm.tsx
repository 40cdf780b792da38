// The form of both purchases: the choice of what is bought, the payment method, the total, and the button that starts
// the payment.
import type { ReactNode } from 'react';
import type { VoucherOffer } from '@/api/generated/VoucherOffer.ts';
import { useKept } from '@/features/kept-input/useKept.ts';
import { Alert, Card, Skeleton } from '@/ui';
import { PaymentChoice } from './PaymentChoice.tsx';
import { PaymentFooter } from './PaymentFooter.tsx';
import styles from './Purchase.module.css';
import { paymentChoice, usePayment, type PaymentRequest } from './usePayment.ts';

interface OrderFormProps {
  readonly offer: Pick<VoucherOffer, 'methods' | 'issuers' | 'paymentTrouble'>;
  readonly request: PaymentRequest;
  /** The chosen product, as fields of the request. */
  readonly order: object;
  /** Formatted, such as `€ 12,50`. */
  readonly total: string;
  /** The choice of what is bought. */
  readonly children: ReactNode;
}

/** In the form's geometry. */
export function OrderSkeleton() {
  return (
    <div className={styles.form}>
      <Skeleton height="14rem" count={2} />
      <Skeleton height="10rem" />
    </div>
  );
}

export function OrderForm({ offer, request, order, total, children }: OrderFormProps) {
  const { paymentTrouble: paymentProblem } = offer;
  const methods = offer.methods ?? [];
  const [choice, setChoice] = useKept(`${request.path}:payment`, paymentChoice, () => ({
    method: '',
    issuer: '',
  }));
  const { pay, redirecting, error } = usePayment(request);
  const ready = !paymentProblem && methods.some(({ id }) => id === choice.method);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !redirecting) pay({ ...order, ...choice });
      }}
    >
      <div className={styles.choices}>
        {paymentProblem ? (
          <Alert>
            <p>{paymentProblem}</p>
            <p>Deze pagina laat het vanzelf zien als betalen weer kan.</p>
          </Alert>
        ) : null}
        <Card gap={4} className={styles.part}>
          {children}
        </Card>
        <Card gap={4} className={styles.part}>
          <PaymentChoice
            methods={methods}
            issuers={offer.issuers ?? []}
            choice={choice}
            onChange={setChoice}
          />
        </Card>
      </div>
      <PaymentFooter
        total={total}
        ready={ready}
        unavailable={Boolean(paymentProblem)}
        redirecting={redirecting}
        error={error}
      />
    </form>
  );
}
