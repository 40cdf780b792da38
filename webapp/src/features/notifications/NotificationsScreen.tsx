// The member's choice of news, by mail and on their devices. The mails lead here.
import { useQuery } from '@tanstack/react-query';
import { failureText } from '@/api/error.ts';
import { ProfilePart } from '@/features/profile/ProfilePart.tsx';
import { Stack, Loaded, Skeleton } from '@/ui';
import { PushRegion } from '@/features/push/PushRegion.tsx';
import { useHasDevices } from '@/features/push/queries.ts';
import { KindSwitches } from './KindSwitches.tsx';
import styles from './NotificationsScreen.module.css';
import { notificationsQuery } from './queries.ts';
import type { Way } from './queries.ts';

const loadTexts = {
  failure: 'Je keuzes kunnen niet worden geladen.',
  network: 'Netwerkfout bij het laden van je keuzes.',
};

/** Every member has an address, but a device only after switching its news on. */
const byMail: readonly Way[] = ['mail'];
const byMailAndPush: readonly Way[] = ['mail', 'push'];

export function NotificationsScreen() {
  const query = useQuery(notificationsQuery);
  const ways = useHasDevices() ? byMailAndPush : byMail;
  return (
    <ProfilePart
      title="Berichten"
      intro="Kies waarover je bericht krijgt. Een wijziging wordt meteen opgeslagen."
    >
      <Loaded
        query={query}
        skeleton={<Skeleton height="8rem" count={5} />}
        failure={(error) => [failureText(error, loadTexts)]}
      >
        {(settings) => (
          <Stack gap={4} className={styles.kinds}>
            {settings.map((setting) => (
              <KindSwitches key={setting.kind} setting={setting} ways={ways} />
            ))}
            <p className="soft">
              Betaalbewijzen en mails over je account, zoals een nieuw wachtwoord, krijg je altijd.
            </p>
          </Stack>
        )}
      </Loaded>
      <PushRegion />
    </ProfilePart>
  );
}
