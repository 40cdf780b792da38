// All that is known about a player of the day, and what the club may correct.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { today } from '@/api/clock.ts';
import { announce, Button, Dialog, DialogActions, Fact } from '@/ui';
import styles from './Arrivals.module.css';
import type { Flight, Player } from './day.ts';
import { annulArrival, correctHoles, dayChanged } from './queries.ts';
import { ReasonForm } from './ReasonForm.tsx';
import { historyOf, holesText, rightText } from './words.ts';

const ANNUL_REASONS = ['Verkeerde speler', 'Niet gespeeld', 'Dubbel'];

interface PlayerSheetProps {
  readonly date: string;
  readonly flight: Flight;
  readonly player: Player;
  readonly canCorrect: boolean;
  readonly onClose: () => void;
}

export function PlayerSheet({ date, flight, player, canCorrect, onClose }: PlayerSheetProps) {
  const queries = useQueryClient();
  const [act, setAct] = useState<'annul' | 'holes'>();
  const [busy, setBusy] = useState(false);
  const { place, name, played_holes, status, entitled_by, is_own } = player;
  const otherHoles = played_holes === 9 ? 18 : 9;
  const done = (report: string) => {
    void dayChanged(queries, date);
    announce(report);
    onClose();
  };
  const back = { onBack: () => setAct(undefined), onBusy: setBusy };

  // A dialog of its own for each act: otherwise the focus would stay on a button that is gone.
  if (act === 'annul') {
    return (
      <Dialog key={act} title="Aankomst terugdraaien" onClose={onClose} locked={busy}>
        <ReasonForm
          {...back}
          explanation={
            <p>{`${name} telt dan niet meer als aangekomen. Bij een nieuwe scan komt de aankomst terug.`}</p>
          }
          reasons={ANNUL_REASONS}
          confirmLabel="terugdraaien"
          isDangerous
          failure="De aankomst is niet teruggedraaid. Probeer het later opnieuw."
          send={async (reason) => {
            await annulArrival(date, place, reason);
            done(`De aankomst van ${name} is teruggedraaid.`);
          }}
        />
      </Dialog>
    );
  }
  if (act === 'holes') {
    return (
      <Dialog key={act} title="Holes corrigeren" onClose={onClose} locked={busy}>
        <ReasonForm
          {...back}
          explanation={
            <p>{`Voor ${name} staan er dan ${otherHoles} holes in plaats van ${played_holes}.`}</p>
          }
          reasons={[otherHoles === 9 ? 'Eerder gestopt' : 'Langer gespeeld', 'Verkeerd geboekt']}
          confirmLabel={`op ${otherHoles} holes zetten`}
          failure="Het aantal holes is niet gecorrigeerd. Probeer het later opnieuw."
          send={async (reason) => {
            await correctHoles(date, place, otherHoles, reason);
            done(`Voor ${name} staan er ${otherHoles} holes.`);
          }}
        />
      </Dialog>
    );
  }

  const right = rightText(entitled_by);
  const corrects = canCorrect && status === 'arrived' && !is_own;
  return (
    <Dialog title={name} onClose={onClose}>
      <dl className={styles.facts}>
        <Fact term="Starttijd">{flight.start_time ?? 'onbekend'}</Fact>
        <Fact term="Boekingsnummer">{flight.booking_number}</Fact>
        <Fact term="Holes">{holesText(played_holes)}</Fact>
        {right ? <Fact term="Speelrecht">{right}</Fact> : null}
      </dl>
      <section aria-label="Geschiedenis">
        <h3 className="text-size">Geschiedenis</h3>
        <ul>
          {historyOf(player, flight.holes, date < today()).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      {status === 'arrived' && !canCorrect ? (
        <p className="small">Een beheerder kan de aankomst tot en met 7 dagen later corrigeren.</p>
      ) : null}
      <DialogActions>
        {corrects ? (
          <>
            <Button variant="secondary" onClick={() => setAct('holes')}>
              {`corrigeren naar ${otherHoles} holes…`}
            </Button>
            <Button variant="danger" onClick={() => setAct('annul')}>
              aankomst terugdraaien…
            </Button>
          </>
        ) : null}
        <Button variant="secondary" data-safe onClick={onClose}>
          sluiten
        </Button>
      </DialogActions>
    </Dialog>
  );
}
