// The seats: the players chosen so far, and the free places. A removal can be undone, in the seat that became free; the
// focus moves to the undo button or the field. A star stores a co-player as a favourite.
import { Star, Undo2, X } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import type { Player } from '@/api/player.ts';
import { Button, cx, fullName, Stack } from '@/ui';
import styles from './ChosenPlayers.module.css';

interface Props {
  /** The list, which can have the focus when the field is disabled. */
  readonly ref: Ref<HTMLUListElement>;
  readonly players: readonly Player[];
  readonly ownEmail: string;
  readonly places: number;
  /** The text in a free place. */
  readonly freeSeat: string;
  /** Addresses in lower case; without them there are no stars. */
  readonly favourites: readonly string[] | undefined;
  readonly onFavourite: (player: Player, favourite: boolean) => void;
  readonly onRemove: (email: string) => void;
  readonly onUndo: (player: Player) => void;
  readonly returnFocus: () => void;
}

export function ChosenPlayers(props: Props) {
  const { ref, players, ownEmail, places, favourites, onFavourite, onRemove, onUndo, returnFocus } = props;
  const [removed, setRemoved] = useState<Player | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const free = Math.max(0, places - players.length);
  const isBack = players.some((player) => player.email === removed?.email);
  const undoable = free > 0 && !isBack ? removed : null;

  const remove = (player: Player) => {
    setRemoved(player);
    onRemove(player.email);
    // The field may be disabled while all places are taken; it is enabled after this render.
    requestAnimationFrame(() => (undo.current ? undo.current.focus() : returnFocus()));
  };

  return (
    <div>
      <ul ref={ref} tabIndex={-1} aria-label="Spelers" className={styles.players}>
        {players.map((player) => (
          <li key={player.email} className={styles.player}>
            <span className={styles.badge} aria-hidden>
              {player.first_name.charAt(0)}
            </span>
            <span className={styles.name}>
              <span>{fullName(player)}</span>
              {player.email === ownEmail ? <span className={styles.you}>jij</span> : null}
            </span>
            {player.email === ownEmail ? null : (
              <>
                {favourites ? (
                  <StarButton
                    name={player.first_name}
                    pressed={favourites.includes(player.email)}
                    onPress={(favourite) => onFavourite(player, favourite)}
                  />
                ) : null}
                <button
                  type="button"
                  className={cx(styles.control, styles.remove)}
                  aria-label={`${player.first_name} verwijderen`}
                  title={`${player.first_name} verwijderen`}
                  onClick={() => remove(player)}
                >
                  <X aria-hidden size={20} />
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <Stack role="status" gap={2} className={styles.free}>
        {undoable ? (
          <div className={styles.seat}>
            <span className={styles.name}>{undoable.first_name} is verwijderd.</span>
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
          </div>
        ) : null}
        {Array.from({ length: undoable ? free - 1 : free }, (_, index) => (
          <div key={index} className={styles.seat} aria-hidden>
            {props.freeSeat}
          </div>
        ))}
      </Stack>
    </div>
  );
}

interface StarProps {
  readonly name: string;
  readonly pressed: boolean;
  readonly onPress: (pressed: boolean) => void;
}

function StarButton({ name, pressed, onPress }: StarProps) {
  return (
    <button
      type="button"
      className={cx(styles.control, styles.star)}
      aria-pressed={pressed}
      aria-label={`${name} als favoriet bewaren`}
      title={`${name} als favoriet bewaren`}
      onClick={() => onPress(!pressed)}
    >
      <Star aria-hidden size={20} />
    </button>
  );
}
