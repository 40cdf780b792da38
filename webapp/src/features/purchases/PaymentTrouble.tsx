// Said as soon as a purchase is opened, while the payment service is away: before anything was filled in.
import { Alert } from '@/ui/Alert.tsx';

/** `trouble` is the server's sentence; empty when nothing is known to be wrong. */
export function PaymentTrouble({ trouble }: { readonly trouble: string }) {
  if (!trouble) return null;
  return (
    <Alert>
      <p>{trouble}</p>
      <p>Deze pagina laat het vanzelf zien als betalen weer kan.</p>
    </Alert>
  );
}
