// The QR code that pairs one device. It closes by itself when the device is there.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { now } from '@/api/clock.ts';
import { Button, Dialog, DialogActions, Notice } from '@/ui';
import type { ClubPairing } from '../../api/generated/ClubPairing.ts';
import { QrImage, timeText } from '../../ui/index.ts';
import { devicesQuery } from './queries.ts';

export interface Pairing extends ClubPairing {
  readonly name: string;
  /** The devices that there were before. */
  readonly known: readonly string[];
}

interface PairingDialogProps {
  readonly pairing: Pairing;
  readonly onPaired: (name: string) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

const LOOK_EVERY_MS = 3_000;

export function PairingDialog({ pairing, onPaired, onAgain, onClose }: PairingDialogProps) {
  const { name, known, qr_svg, expires_at } = pairing;
  const { data: devices = [] } = useQuery({ ...devicesQuery, refetchInterval: LOOK_EVERY_MS });
  const isPaired = devices.some((device) => device.name === name && !known.includes(device.id));
  useEffect(() => {
    if (isPaired) onPaired(name);
  }, [isPaired, name, onPaired]);
  const isExpired = useIsPast(expires_at);
  return (
    <Dialog title={`${name} koppelen`} onClose={onClose}>
      {isExpired ? (
        <Notice>Deze code is verlopen. Maak een nieuwe.</Notice>
      ) : (
        <>
          <p>
            Scan deze code met de camera van het toestel. De code werkt één keer, tot {timeText(expires_at)}{' '}
            uur.
          </p>
          <QrImage svg={qr_svg} alt={`QR-code die ${name} koppelt`} isLarge />
        </>
      )}
      <DialogActions>
        {isExpired ? <Button onClick={onAgain}>nieuwe code maken</Button> : null}
        <Button variant="secondary" data-safe onClick={onClose}>
          sluiten
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useIsPast(instant: string): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPast(true), Math.max(0, Date.parse(instant) - now()));
    return () => clearTimeout(timer);
  }, [instant]);
  return isPast;
}
