// Before there is an address: what a calendar app would show, and the button that makes one.
import { CalendarPlus } from 'lucide-react';
import { failureText } from '@/api/error.ts';
import { Alert, Button, Card, Stack } from '@/ui';
import styles from './CalendarFeed.module.css';
import { calendarFeedTexts, useFeedChange } from './queries.ts';

export function ConnectCard({ onConnected }: { readonly onConnected: (message: string) => void }) {
  const connecting = useFeedChange('renew');
  return (
    <Card gap={4} className={styles.card}>
      <p>Je krijgt een geheim adres, waarmee je agenda-app je rondes ophaalt. In je agenda staan dan:</p>
      <Stack as="ul" gap={1} className="bullets">
        <li>je komende rondes, en die van de laatste 90 dagen;</li>
        <li>bij elke ronde de golfclub, het aantal holes en met wie je speelt.</li>
      </Stack>
      <p>Een ronde die je annuleert, verdwijnt weer uit je agenda. Je kunt altijd ontkoppelen.</p>
      <Alert>{connecting.error && failureText(connecting.error, calendarFeedTexts)}</Alert>
      <div>
        <Button
          busyText={connecting.isPending && 'bezig…'}
          onClick={() =>
            connecting.mutate(undefined, {
              onSuccess: () => onConnected('Je adres is gemaakt. Zet het nu in je agenda-app.'),
            })
          }
        >
          <CalendarPlus aria-hidden size={20} />
          agenda koppelen
        </Button>
      </div>
    </Card>
  );
}
