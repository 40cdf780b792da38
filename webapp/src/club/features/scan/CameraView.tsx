// The camera of the scanning screen. Whoever uses a hand-held scanner is never asked for it.
import { Camera as CameraIcon, Flashlight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Notice } from '@/ui/Alert.tsx';
import { Button } from '@/ui/Button.tsx';
import { Row, Stack } from '@/ui/layout.tsx';
import { useStableCallback } from '@/ui/useStableCallback.ts';
import { useWakeLock } from '@/ui/useWakeLock.ts';
import { failureOf, startCamera, type Camera, type CameraFailure } from './camera.ts';
import styles from './ScanScreen.module.css';

const STORED = 'fairway:club-camera';

const FAILURES: Readonly<Record<CameraFailure, string>> = {
  denied:
    'Fairway mag de camera niet gebruiken. Sta de camera toe bij de instellingen van deze site in je browser, en zet hem opnieuw aan. Het boekingsnummer typen werkt ook.',
  missing: 'Dit toestel heeft geen camera. Gebruik een handscanner of typ het boekingsnummer.',
  broken:
    'De camera start niet. Sluit andere programma’s die de camera gebruiken, en zet hem opnieuw aan. Het boekingsnummer typen werkt ook.',
};

export function CameraView({ onCode }: { readonly onCode: (code: string) => void }) {
  const [isOn, setOn] = useState(() => localStorage.getItem(STORED) === 'on');
  const [failure, setFailure] = useState<CameraFailure>();
  const turn = (on: boolean) => {
    setFailure(undefined);
    setOn(on);
    try {
      localStorage.setItem(STORED, on ? 'on' : 'off');
    } catch {
      // With a full storage the next opening starts without it.
    }
  };
  const fail = useStableCallback((why: CameraFailure) => {
    setOn(false);
    setFailure(why);
  });
  useWakeLock(isOn);
  return (
    <Stack gap={2}>
      {isOn ? <Picture onCode={onCode} onFailure={fail} onClose={() => turn(false)} /> : null}
      {failure ? <Notice>{FAILURES[failure]}</Notice> : null}
      {isOn ? null : (
        <Button wide variant="secondary" onClick={() => turn(true)}>
          <CameraIcon aria-hidden size={20} />
          camera aanzetten
        </Button>
      )}
    </Stack>
  );
}

interface PictureProps {
  readonly onCode: (code: string) => void;
  readonly onFailure: (failure: CameraFailure) => void;
  readonly onClose: () => void;
}

function Picture({ onCode, onFailure, onClose }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera>();
  const [isLit, setLit] = useState(false);
  const report = useStableCallback(onCode);
  useEffect(() => {
    let ending = new AbortController();
    // A hidden page keeps no camera: another program may want it, and the battery lasts longer.
    const follow = () => {
      ending.abort();
      if (document.visibilityState !== 'visible' || !video.current) return;
      const { signal } = (ending = new AbortController());
      setLit(false);
      startCamera(video.current, report, signal).then(setCamera, (error: unknown) => {
        if (!signal.aborted) onFailure(failureOf(error));
      });
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      ending.abort();
    };
  }, [report, onFailure]);
  return (
    <>
      <video ref={video} className={styles.video} muted playsInline aria-label="Beeld van de camera" />
      <Row gap={2}>
        <Button variant="secondary" onClick={onClose}>
          camera uitzetten
        </Button>
        {camera?.setTorch ? (
          <Button
            variant="secondary"
            aria-pressed={isLit}
            onClick={() => {
              camera.setTorch?.(!isLit);
              setLit(!isLit);
            }}
          >
            <Flashlight aria-hidden size={20} />
            lamp
          </Button>
        ) : null}
      </Row>
    </>
  );
}
