// Requests a payment link and opens it. One order has one idempotency key: pressing again after a lost response
// cannot order twice, while another choice, or a retry after a rejection, is a new order.
import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { call } from '@/api/client.ts';
import { PaymentAnswer } from '@/api/generated/PaymentAnswer.ts';
import { isOutcomeUnknown } from '@/api/command.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { forgetKept, PAYMENT_OUTCOME } from '@/features/kept-input/useKept.ts';
import { openPaymentPage } from './paymentPage.ts';

export interface PaymentRequest {
  readonly path: '/freevoucher/pay' | '/federationregistration/pay';
  readonly returnTo: '/subscriptions?ordered=true' | '/subscriptions?federationOrdered=true';
}

export const paymentChoice = z.object({
  method: z.string(),
  /** Empty when the provider asks for the bank itself. */
  issuer: z.string(),
});

export type Choice = Readonly<z.infer<typeof paymentChoice>>;

export function usePayment({ path, returnTo }: PaymentRequest) {
  const sentOrder = useRef<{ readonly order: string; readonly key: string } | null>(null);
  const payment = useSingleMutation({
    mutationFn: async (order: Choice) => {
      const returnUrl = `${window.location.origin}${returnTo}`;
      const body = { ...order, issuer: order.issuer || null, returnUrl };
      const text = JSON.stringify(body);
      if (sentOrder.current?.order !== text) sentOrder.current = { order: text, key: crypto.randomUUID() };
      const idempotencyKey = sentOrder.current.key;
      const { paymentUrl } = await call(path, {
        method: 'POST',
        body,
        idempotencyKey,
        schema: PaymentAnswer,
      });
      // The choice is kept until it is paid: after a cancelled payment the member pays the same.
      forgetKept(PAYMENT_OUTCOME);
      openPaymentPage(paymentUrl);
    },
    onError: (error) => {
      if (!isOutcomeUnknown(error)) sentOrder.current = null;
    },
  });
  const { reset } = payment;

  // On the way back from the provider, the browser may restore this page from its cache. Its order has ended, so the
  // button is enabled and places a new one.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      sentOrder.current = null;
      reset();
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [reset]);

  return {
    pay: payment.mutate,
    /** Until the browser has left, the button must not work again. */
    redirecting: payment.isPending || payment.isSuccess,
    error: payment.error,
  };
}

export const paymentTexts = {
  failure: 'De betaling kon niet worden gestart. Er is niets afgeschreven. Probeer het later opnieuw.',
  network: 'Netwerkfout bij het starten van de betaling. Er is niets afgeschreven. Probeer het opnieuw.',
};
