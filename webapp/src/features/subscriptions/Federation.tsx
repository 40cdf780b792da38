// The registration with the golf federation: present, or for sale.
import { BadgeCheck } from 'lucide-react';
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import { ButtonLink, Card, Region } from '@/ui';
import styles from './SubscriptionsScreen.module.css';

/** The year on sale, for the heading, where the server names none because nothing is registered. */
const YEAR_ON_SALE = 2026;

export function Federation({
  registration,
}: {
  readonly registration: Subscriptions['federation_registration'];
}) {
  const year = registration?.year ?? YEAR_ON_SALE;
  const key = registration?.package;
  return (
    <Region title={`NGF-registratie ${year}`}>
      <Card className={styles.federation}>
        {key ? (
          <p className={styles.registered}>
            <BadgeCheck aria-hidden size={22} />
            <span>
              Je bent geregistreerd voor {year} met het pakket <strong>{packageName(key)}</strong>.
            </span>
          </p>
        ) : (
          <>
            <p>
              Je hebt voor {year} nog geen registratie via Fairway. Ben je geen lid van een golfclub, dan
              krijg je hiermee een golfpas en een officiële handicap.
            </p>
            <ButtonLink to="/federation/buy">koop NGF-registratie</ButtonLink>
          </>
        )}
      </Card>
    </Region>
  );
}

/** `homecourse-plus` reads as `Homecourse plus`: only the key of a package bought is known. */
function packageName(key: string): string {
  const words = key.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
