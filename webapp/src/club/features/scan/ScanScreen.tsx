// Scans vouchers: with the camera, a hand-held scanner, or by the booking number. Each answer stands until the next scan,
// which can come at once.
import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ScanMethod } from '@/club/api/generated/ScanMethod.ts';
import { Alert } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Page } from '@/ui/Page.tsx';
import { useStableCallback } from '@/ui/useStableCallback.ts';
import { AnswerPanel } from './AnswerPanel.tsx';
import { clearAnswer, recordAndShow, useAnswered } from './answered.ts';
import { answerOf } from './answers.ts';
import { CameraView } from './CameraView.tsx';
import { Players } from './Players.tsx';
import { playersOf, useQueue, type Scanned } from './queue.ts';
import { Recent } from './Recent.tsx';
import { ScanField } from './ScanField.tsx';
import styles from './ScanScreen.module.css';
import { setMuted, signal, useMuted } from './signals.ts';

/** As long the server may take before this device says what it knows. */
const CHECKED_WITHIN_MS = 3_000;

export function ScanScreen() {
  const { recent, isSending, failingSince } = useQueue();
  const { scan: recorded, isKept } = useAnswered();
  const [number, setNumber] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);
  const shown = recorded?.nonce;
  const checkedLongEnough = useElapsed(shown, CHECKED_WITHIN_MS);

  const scan = recent.find(({ nonce }) => nonce === shown) ?? recorded;
  const isSentSoon = (isSending || failingSince === null) && navigator.onLine;
  const answer = scan && answerOf(scan, isSentSoon && !checkedLongEnough);
  useEffect(() => {
    if (!isKept) signal('irregular');
  }, [isKept]);

  const record = (scanned: Scanned, method: ScanMethod) => {
    setNumber(undefined);
    return recordAndShow(scanned, method);
  };
  const choose = async (place: string) => {
    await record({ place }, 'number');
    // On a telephone the focus of the field would open the keyboard.
    const next = matchMedia('(pointer: fine)').matches ? field : panel;
    next.current?.focus({ preventScroll: true });
  };
  const onCode = useStableCallback((code: string) => void record({ code }, 'scanner'));
  const onCamera = useStableCallback((code: string) => void record({ code }, 'camera'));
  const onNumber = useStableCallback((typed: string) => {
    clearAnswer();
    setNumber(typed);
    return playersOf(typed).length > 0;
  });

  return (
    <div className={styles.screen}>
      <Page title="Scannen" actions={<MuteSwitch />} full>
        {!isKept ? (
          <Alert>
            Deze scan is niet bewaard. Noteer de naam van de speler en scan opnieuw. Lukt dat niet, laad dan
            de pagina opnieuw of maak ruimte op dit toestel.
          </Alert>
        ) : number === undefined ? (
          <AnswerPanel key={shown} ref={panel} answer={answer} />
        ) : (
          <Players key={number} number={number} onChoose={(place) => void choose(place)} />
        )}
        <div className={styles.ways}>
          <CameraView onCode={onCamera} />
          <ScanField ref={field} onCode={onCode} onNumber={onNumber} />
        </div>
        <Recent />
      </Page>
    </div>
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
