// The end of an order form: the total, an error, and the button that starts the payment.
import { failureText } from '@/api/error.ts';
import { Alert, Button, Card, useOnline } from '@/ui';
import styles from './Purchase.module.css';
import { paymentTexts } from './usePayment.ts';

function note({ online, unavailable, ready }: Record<'online' | 'unavailable' | 'ready', boolean>): string {
  if (!online) return 'Je bent offline. Betalen kan weer zodra je verbinding hebt.';
  if (unavailable) return 'Betalen kan weer zodra onze betaaldienst bereikbaar is.';
  if (!ready) return 'Kies eerst hoe je wilt betalen.';
  return 'Je rekent af op de pagina van onze betaaldienst en komt daarna hier terug.';
}

interface PaymentFooterProps {
  /** Formatted, such as `€ 12,50`. */
  readonly total: string;
  readonly ready: boolean;
  /** The payment service does not respond: a message above says so. */
  readonly unavailable: boolean;
  readonly redirecting: boolean;
  readonly error: Error | null;
}

export function PaymentFooter({ total, ready, unavailable, redirecting, error }: PaymentFooterProps) {
  const online = useOnline();
  return (
    <Card gap={3} className={styles.foot}>
      <Alert>{error && failureText(error, paymentTexts)}</Alert>
      <p className={styles.total} aria-live="polite">
        Totaal <strong>{total}</strong>
      </p>
      <Button type="submit" wide disabled={!ready || !online} busyText={redirecting && 'bezig…'}>
        betalen
      </Button>
      <p className={styles.note}>{note({ online, unavailable, ready })}</p>
    </Card>
  );
}
