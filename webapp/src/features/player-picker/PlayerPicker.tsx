// Choosing co-players by e-mail address. Each one is looked up; the reason why a player cannot be added is shown next
// to the field. The screen that uses it has the list and its maximum.
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { ApiError, failureText } from '@/api/error.ts';
import type { Player } from '@/api/schemas.ts';
import { Button } from '@/ui/Button.tsx';
import { Combobox, focusWithoutOpening } from '@/ui/Combobox.tsx';
import { playerReason } from '@/ui/reasons.ts';
import { ChosenPlayers } from './ChosenPlayers.tsx';
import styles from './PlayerPicker.module.css';
import { historicPlayersQuery, playerOf, useCheckPlayer, type CheckedPlayer } from './queries.ts';
import { samplePlayers, suggest } from './suggestions.ts';

interface Props {
  readonly players: readonly Player[];
  /** The member's own address: that player cannot be removed. */
  readonly ownEmail: string;
  readonly onAdd: (player: Player) => void;
  readonly onRemove: (email: string) => void;
  /** Other players of the round, who cannot be chosen again. */
  readonly otherPlayers?: readonly string[];
  /** No further players can be added; the screen says why. */
  readonly blocked?: boolean;
  /** Number of places; the free ones are shown too. */
  readonly places?: number;
  /** The booking that players are added to: its players are not suggested. */
  readonly excludeReservation?: string;
}

const lookupTexts = {
  failure: 'Onbekende fout',
  network: 'Netwerkfout bij het opzoeken van de speler.',
};

export function PlayerPicker({
  players,
  ownEmail,
  otherPlayers = [],
  onAdd,
  onRemove,
  blocked,
  places,
  excludeReservation,
}: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [hasTyped, setHasTyped] = useState(false);
  const [error, setError] = useState<string>();
  const check = useCheckPlayer();
  const historic = useQuery(historicPlayersQuery(excludeReservation));

  const chosen = [ownEmail, ...otherPlayers, ...players.map((player) => player.email)];
  const options = suggest(hasTyped ? (historic.data ?? []) : samplePlayers, hasTyped ? typed : '', chosen);

  const lookUp = (address: string) => {
    const email = address.trim().toLowerCase();
    if (!email || check.isPending) return;
    setError(undefined);
    if (chosen.includes(email)) {
      setError('speler is al toegevoegd');
      return;
    }
    check.mutate(email, {
      onSuccess: (checked) => addChecked(checked, email),
      onError: (failure) => {
        const unknown = failure instanceof ApiError && failure.status === 404;
        setError(unknown ? `${email} niet gevonden` : failureText(failure, lookupTexts));
      },
    });
  };

  const addChecked = (checked: CheckedPlayer, email: string) => {
    const player = playerOf(checked, email);
    if (!player) {
      setError(`${email} niet gevonden`);
    } else if (!player.playrights.reservable) {
      setError(playerReason(player.first_name, player.playrights.reason));
    } else {
      onAdd(player);
      setTyped('');
    }
    focusWithoutOpening(field.current);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    lookUp(typed);
  };

  return (
    <div className={styles.picker}>
      <form className={styles.form} onSubmit={submit}>
        <Combobox
          ref={field}
          label="E-mailadres medespeler"
          listLabel="Suggesties"
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          className={styles.field}
          value={typed}
          disabled={blocked}
          onChange={(value) => {
            setTyped(value);
            setHasTyped(true);
            setError(undefined);
          }}
          options={options}
          onPick={(option) => lookUp(option.id)}
          error={error}
        />
        <Button
          type="submit"
          variant="secondary"
          className={styles.add ?? ''}
          disabled={blocked}
          busyText={check.isPending && 'bezig…'}
        >
          <UserPlus aria-hidden size={18} />
          toevoegen
        </Button>
      </form>
      <ChosenPlayers
        players={players}
        ownEmail={ownEmail}
        places={places ?? 0}
        onRemove={(email) => {
          setError(undefined);
          onRemove(email);
        }}
        onUndo={onAdd}
        returnFocus={() => focusWithoutOpening(field.current)}
      />
    </div>
  );
}
