// Scans vouchers: with the camera, a hand-held scanner, or by the booking number. Each answer stands until the next scan,
// which can come at once.
import { Volume2, VolumeX } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import type { ScanMethod } from '@/club/api/generated/ScanMethod.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { longDate } from '@/ui/format.ts';
import { Stack } from '@/ui/layout.tsx';
import { Page } from '@/ui/Page.tsx';
import { useStableCallback } from '@/ui/useStableCallback.ts';
import { AnswerPanel } from './AnswerPanel.tsx';
import { answerOf, stateText, timeOf } from './answers.ts';
import { CameraView } from './CameraView.tsx';
import { handedOver } from './handScanner.ts';
import type { ListedPlayer } from './judge.ts';
import { hasArrived, playersOf, recordScan, useQueue, type Scanned } from './queue.ts';
import { ScanField } from './ScanField.tsx';
import styles from './ScanScreen.module.css';
import { setMuted, signal, useMuted } from './signals.ts';
import type { StoredScan } from './scan.ts';

/** As long the server may take before this device says what it knows. */
const CHECKED_WITHIN_MS = 3_000;

export function ScanScreen() {
  const { recent, isSending, listFrom } = useQueue();
  const [shown, setShown] = useState(handedOver);
  const [isKept, setKept] = useState(true);
  const [players, setPlayers] = useState<readonly ListedPlayer[]>();
  const checkedLongEnough = useElapsed(shown, CHECKED_WITHIN_MS);

  const scan = recent.find(({ nonce }) => nonce === shown);
  const answer = scan && answerOf(scan, isSending && navigator.onLine && !checkedLongEnough);

  const record = async (scanned: Scanned, method: ScanMethod) => {
    setPlayers(undefined);
    try {
      const recorded = await recordScan(scanned, method);
      setKept(true);
      setShown(recorded.nonce);
    } catch (error) {
      console.error('A scan was not stored', error);
      setKept(false);
      setShown(undefined);
      signal('irregular');
    }
  };
  const onCamera = useStableCallback((code: string) => void record({ code }, 'camera'));

  return (
    <Page title="Scannen" actions={<MuteSwitch />}>
      <Stack gap={4}>
        {isKept ? (
          <AnswerPanel key={shown} answer={answer} />
        ) : (
          <Alert>
            Deze scan is niet bewaard. Noteer de naam van de speler en scan opnieuw. Lukt dat niet, laad dan
            de pagina opnieuw of maak ruimte op dit toestel.
          </Alert>
        )}
        <CameraView onCode={onCamera} />
        <ScanField
          onCode={(code) => void record({ code }, 'scanner')}
          onNumber={(number) => setPlayers(playersOf(number))}
        />
        {players ? (
          <Players
            players={players}
            listFrom={listFrom}
            onChoose={(place) => void record({ place }, 'number')}
          />
        ) : null}
        <Recent scans={recent} />
      </Stack>
    </Page>
  );
}

/** Whether this time has passed since the value came. */
function useElapsed(value: string | undefined, afterMs: number): boolean {
  const [passed, setPassed] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return passed === value;
}

function MuteSwitch() {
  const isMuted = useMuted();
  const Icon = isMuted ? VolumeX : Volume2;
  return (
    <Button variant="quiet" onClick={() => setMuted(!isMuted)}>
      <Icon aria-hidden size={20} />
      <span>{isMuted ? 'geluid aanzetten' : 'geluid uitzetten'}</span>
    </Button>
  );
}

interface PlayersProps {
  readonly players: readonly ListedPlayer[];
  readonly listFrom: string | null;
  readonly onChoose: (place: string) => void;
}

function Players({ players, listFrom, onChoose }: PlayersProps) {
  const [first] = players;
  if (!first) {
    const text = listFrom
      ? `Dit boekingsnummer staat niet op de lijst van ${timeOf(listFrom)} uur. Controleer het nummer, of zoek de speler bij Vandaag.`
      : 'Dit toestel heeft nog geen lijst. Maak verbinding met internet.';
    return <Alert>{text}</Alert>;
  }
  const { flight, date } = first;
  return (
    <section className="panel" aria-label="Spelers met dit boekingsnummer">
      <Stack gap={2}>
        <p>
          {`${flight.booking_number}, ${longDate(date)}${flight.start_time ? ` om ${flight.start_time}` : ''}, ${flight.holes} holes. Wie is er?`}
        </p>
        {players.map(({ player }) => (
          <Button key={player.place} wide variant="secondary" onClick={() => onChoose(player.place)}>
            {hasArrived(player.place) ? `${player.short_name} (al aangekomen)` : player.short_name}
          </Button>
        ))}
      </Stack>
    </section>
  );
}

const Recent = memo(function Recent({ scans }: { readonly scans: readonly StoredScan[] }) {
  if (scans.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="subheading">
        Laatste scans
      </h2>
      <ol className="lined">
        {scans.map((scan) => (
          <RecentScan key={scan.nonce} scan={scan} />
        ))}
      </ol>
    </section>
  );
});

const RecentScan = memo(function RecentScan({ scan }: { readonly scan: StoredScan }) {
  const { title, name } = answerOf(scan);
  return (
    <li className={styles.recent}>
      <time dateTime={scan.scanned_at}>{timeOf(scan.scanned_at)}</time>
      <p>{name ? `${name}: ${title.toLowerCase()}` : title}</p>
      <span className="soft">{stateText[scan.state]}</span>
    </li>
  );
});
