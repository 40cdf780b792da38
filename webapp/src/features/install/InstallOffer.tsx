// Offers a returning member the installation of the app: calmly, below everything else, and never again once declined.
import { useQuery } from '@tanstack/react-query';
import { Share } from 'lucide-react';
import { useId, useState } from 'react';
import { meQuery } from '@/api/me.ts';
import { Button, Card, isInstalled, Row } from '@/ui';
import styles from './InstallOffer.module.css';
import { keepInstallPrompt, useInstallPrompt } from './installPrompt.ts';
import { declineForGood, mayOffer, postpone, recordPresence } from './visits.ts';

/** Safari on a phone or tablet: it installs from its own menu, and tells nobody that it can. */
function installsFromMenu(): boolean {
  return 'standalone' in navigator && navigator.maxTouchPoints > 1;
}

export function InstallOffer() {
  const id = useId();
  const { data: me } = useQuery(meQuery);
  const prompt = useInstallPrompt();
  const [open, setOpen] = useState(() => {
    // This may be shown before the visit was counted.
    recordPresence(Date.now());
    return mayOffer() && !isInstalled();
  });
  // An operator who looks on does not get the member's app.
  if (!open || !me || me.impersonated_by || (!prompt && !installsFromMenu())) return null;

  const close = (remember: () => void) => {
    remember();
    setOpen(false);
  };
  const install = async () => {
    const answer = await prompt?.prompt();
    // The browser accepts one call only.
    keepInstallPrompt();
    close(answer?.outcome === 'accepted' ? declineForGood : postpone);
  };

  return (
    <Card role="region" aria-labelledby={id} gap={2} className={styles.offer}>
      <h2 id={id} className="title">
        Fairway op je beginscherm
      </h2>
      <p>
        Dan open je je rondes en vouchers met één tik, ook zonder verbinding. Je hoeft niets te downloaden uit
        een winkel.
      </p>
      {prompt ? null : (
        <p>
          Tik onder of boven in je browser op <Share aria-hidden size={18} className={styles.icon} />{' '}
          <strong>Deel</strong> en kies <strong>Zet op beginscherm</strong>.
        </p>
      )}
      <Row gap={2} className={styles.buttons}>
        {prompt ? (
          <Button variant="secondary" onClick={() => void install()}>
            installeren
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => close(postpone)}>
          later
        </Button>
        <Button variant="quiet" onClick={() => close(declineForGood)}>
          niet meer vragen
        </Button>
      </Row>
    </Card>
  );
}
