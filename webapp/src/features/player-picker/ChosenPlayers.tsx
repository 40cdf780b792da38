// The players chosen so far. A removal can be undone; the focus moves to the undo button or the field.
import { Undo2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Player } from '@/api/schemas.ts';
import { Button } from '@/ui/Button.tsx';
import { fullName } from '@/ui/format.ts';
import styles from './PlayerPicker.module.css';

interface Props {
  readonly players: readonly Player[];
  readonly ownEmail: string;
  readonly places: number;
  readonly onRemove: (email: string) => void;
  readonly onUndo: (player: Player) => void;
  readonly returnFocus: () => void;
}

export function ChosenPlayers({ players, ownEmail, places, onRemove, onUndo, returnFocus }: Props) {
  const [removed, setRemoved] = useState<Player | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const undoable = removed && !players.some((player) => player.email === removed.email) ? removed : null;
  const free = Math.max(0, places - players.length);

  return (
    <div className={styles.chosen}>
      <ul aria-label="Spelers" className={styles.players}>
        {players.map((player) => (
          <li key={player.email} className={styles.player}>
            <span className={styles.badge} aria-hidden>
              {player.first_name.charAt(0)}
            </span>
            <span className={styles.name}>
              {fullName(player)}
              {player.email === ownEmail ? <span className={styles.you}>jij</span> : null}
            </span>
            {player.email === ownEmail ? null : (
              <button
                type="button"
                className={styles.remove}
                aria-label={`${player.first_name} verwijderen`}
                title={`${player.first_name} verwijderen`}
                onClick={() => {
                  setRemoved(player);
                  onRemove(player.email);
                  // The field may be disabled while all places are taken; it is enabled after this render.
                  requestAnimationFrame(() => (undo.current ? undo.current.focus() : returnFocus()));
                }}
              >
                <X aria-hidden size={20} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {Array.from({ length: free }, (_, index) => (
        <div key={index} className={styles.seat} aria-hidden>
          vrije plaats
        </div>
      ))}
      <div role="status" className={styles.undo}>
        {undoable ? (
          <>
            {undoable.first_name} is verwijderd.
            <Button
              ref={undo}
              variant="quiet"
              onClick={() => {
                onUndo(undoable);
                setRemoved(null);
                returnFocus();
              }}
            >
              <Undo2 aria-hidden size={18} />
              ongedaan maken
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}
