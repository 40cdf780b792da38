// Offers news on this device to a member who has just booked: calmly, and never again once it was declined twice or for
// good. The browser is asked after a press only.
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { failureText } from '@/api/error.ts';
import { meQuery } from '@/api/me.ts';
import { Alert, Status, Button, Card, Row } from '@/ui';
import { ability, isDenied, NotAllowed } from './browser.ts';
import { decline, declineForGood, mayOffer } from './choice.ts';
import styles from './Push.module.css';
import { pushQuery, pushTexts, useSwitchOn } from './queries.ts';

export function PushOffer() {
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState(() => mayOffer() && ability() === 'can' && !isDenied());
  // An operator who looks on does not get the member's news.
  if (!open || !me || me.impersonated_by) return null;
  return <Offer email={me.email} onClose={() => setOpen(false)} />;
}

function Offer({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const id = useId();
  const { data } = useQuery(pushQuery(email));
  const switching = useSwitchOn(email);
  if (switching.isSuccess) {
    return <Status>Meldingen staan aan op dit apparaat. Je past ze aan bij je profiel.</Status>;
  }
  const publicKey = data?.public_key;
  if (!publicKey || data.here) return null;
  const close = (remember: () => void) => {
    remember();
    onClose();
  };
  return (
    <Card role="region" aria-labelledby={id} gap={2} className={styles.offer}>
      <h2 id={id} className="title">
        Meldingen op dit apparaat
      </h2>
      <p>
        Hoor meteen dat er iets aan je ronde verandert of dat er een plaats vrij is. Op je vergrendelscherm
        staan geen namen en geen banen.
      </p>
      <Alert>
        {switching.error &&
          (switching.error instanceof NotAllowed
            ? 'Je browser staat geen meldingen toe. Je verandert dat in de instellingen van je browser.'
            : failureText(switching.error, pushTexts))}
      </Alert>
      <Row gap={2} className={styles.buttons}>
        <Button
          variant="secondary"
          busyText={switching.isPending && 'bezig…'}
          onClick={() => switching.mutate(publicKey)}
        >
          meldingen aanzetten
        </Button>
        <Button variant="quiet" onClick={() => close(decline)}>
          niet nu
        </Button>
        <Button variant="quiet" onClick={() => close(declineForGood)}>
          niet meer vragen
        </Button>
      </Row>
    </Card>
  );
}
