// Choosing co-players: by one tap on people the member plays with, by their name, or by e-mail address. Each one is looked
// up; the reason why a player cannot be added is shown. The screen that uses it has the list and its maximum.
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import type { HistoricPlayer } from '@/api/generated/HistoricPlayer.ts';
import { failureText } from '@/api/error.ts';
import type { Player } from '@/api/player.ts';
import {
  addressProblem,
  bareAddress,
  Alert,
  Button,
  Combobox,
  focusWithoutOpening,
  Stack,
  Loaded,
  Skeleton,
} from '@/ui';
import { ChosenPlayers } from './ChosenPlayers.tsx';
import { KnownPlayers } from './KnownPlayers.tsx';
import styles from './PlayerPicker.module.css';
import { historicPlayersQuery, useLookedUp } from './queries.ts';
import { suggestedQuery, useFavourite } from './suggested.ts';
import { distinct, nameOf, suggest } from './suggestions.ts';
import { useLookUp, type AddPlayer } from './useLookUp.ts';

interface Props {
  readonly players: readonly Player[];
  /** The member's own address: that player cannot be removed. */
  readonly ownEmail: string;
  /** Adds to the choice as it is now: it may have changed while the player was looked up. */
  readonly onAdd: AddPlayer;
  readonly onRemove: (email: string) => void;
  /** Other players of the round, who cannot be chosen again. */
  readonly otherPlayers?: readonly string[];
  /** No further players can be added; the screen says why. */
  readonly blocked?: boolean;
  /** Number of places; the free ones are shown too. */
  readonly places: number;
  /** The text in a free one. */
  readonly freeSeat?: string | undefined;
  /** The booking that players are added to: its players are not suggested. */
  readonly excludeReservation?: string;
}

const favouriteTexts = {
  failure: 'De favoriet is niet bewaard.',
  network: 'Netwerkfout: de favoriet is niet bewaard.',
};

export function PlayerPicker(props: Props) {
  const { players, ownEmail, otherPlayers = [], onAdd, onRemove, blocked = false, places } = props;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const seats = useRef<HTMLUListElement>(null);
  const [typed, setTyped] = useState('');
  const [hasTyped, setHasTyped] = useState(false);
  const [submitted, setSubmitted] = useState({ email: '', typed: '' });
  const [error, setError] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const lookUp = useLookUp(onAdd);
  const lookedUp = useLookedUp();
  const favourite = useFavourite();
  const historic = useQuery(historicPlayersQuery(props.excludeReservation));
  const suggested = useQuery(suggestedQuery(props.excludeReservation));

  const present = [ownEmail, ...otherPlayers];
  const chosen = players.map(({ email }) => email);
  const taken = [...present, ...chosen];
  const { players: playedWith = [], samples = [], flights = [] } = suggested.data ?? {};
  const everyone = distinct([...(historic.data ?? []), ...playedWith]);
  const atFirst = samples.length > 0 ? samples : playedWith;
  const options = suggest(hasTyped ? everyone : atFirst, hasTyped ? typed : '', taken);
  const known = playedWith.filter(({ email }) => !present.includes(email.toLowerCase()));

  // The next address may be typed and sent while the former one is being looked up.
  const isBusy = typed === submitted.typed && lookedUp.includes(submitted.email);

  const clearMessages = () => {
    setError(undefined);
    setProblems([]);
  };

  const returnFocus = () => {
    if (field.current?.disabled) seats.current?.focus();
    else focusWithoutOpening(field.current);
  };

  const addByAddress = async (address: string) => {
    const email = bareAddress(address);
    if (!email || lookedUp.includes(email)) return;
    clearMessages();
    const problem = addressProblem(email);
    if (problem) {
      setError(problem);
      return;
    }
    if (taken.includes(email)) {
      setError('speler is al toegevoegd');
      return;
    }
    setSubmitted({ email, typed });
    const reason = await lookUp(email);
    // The member may be typing the next address, or be elsewhere on the screen, by now.
    if (reason) setError(reason);
    else setTyped((current) => (current === typed ? '' : current));
    // After this render the field is disabled if the last place was taken.
    requestAnimationFrame(() => {
      const { activeElement } = document;
      if (activeElement === document.body || form.current?.contains(activeElement)) returnFocus();
    });
  };

  const addPeople = async (people: readonly HistoricPlayer[]) => {
    clearMessages();
    const reasons = await Promise.all(
      people.map((person) => lookUp(person.email.toLowerCase(), nameOf(person))),
    );
    setProblems(reasons.filter((reason) => reason !== undefined));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim();
    if (name === '' || name.includes('@')) {
      void addByAddress(typed);
      return;
    }
    // A name: the first suggestion is the one that the list shows first.
    const [first] = options;
    if (first) void addByAddress(first.id);
    else {
      clearMessages();
      setError(`Je speelde nog niet met iemand die “${name}” heet. Typ dan het hele e-mailadres.`);
    }
  };

  return (
    <Stack gap={4}>
      <ChosenPlayers
        ref={seats}
        players={players}
        ownEmail={ownEmail}
        places={places}
        freeSeat={props.freeSeat ?? 'vrije plaats'}
        favourites={
          suggested.data &&
          playedWith.filter((person) => person.favourite).map(({ email }) => email.toLowerCase())
        }
        onFavourite={(player, isFavourite) => {
          clearMessages();
          favourite.mutate(
            {
              person: {
                email: player.email,
                name_first: player.first_name,
                name_prefix: player.prefix,
                name_last: player.last_name,
              },
              favourite: isFavourite,
            },
            { onError: (failure) => setProblems([failureText(failure, favouriteTexts)]) },
          );
        }}
        onRemove={(email) => {
          clearMessages();
          onRemove(email);
        }}
        onUndo={onAdd}
        returnFocus={returnFocus}
      />
      <form ref={form} onSubmit={submit} noValidate>
        <Combobox
          ref={field}
          label="Naam of e-mailadres medespeler"
          listLabel="Suggesties"
          // A field of the type email would lose the name in `Jan <jan@…>` to a message of the browser.
          type="text"
          inputMode="email"
          autoCapitalize="none"
          autoCorrect="off"
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
          onPick={(option) => void addByAddress(option.id)}
          error={error}
          action={
            <Button
              type="submit"
              variant="secondary"
              className={styles.add ?? ''}
              disabled={blocked}
              busyText={isBusy && 'bezig…'}
            >
              <UserPlus aria-hidden size={18} />
              toevoegen
            </Button>
          }
        />
      </form>
      <Stack gap={4} className={styles.below}>
        {problems.length > 0 ? (
          <Alert>
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Alert>
        ) : null}
        {suggested.isError && !suggested.data ? (
          // No alert: an address can be typed as well, and the screen may have an alert of its own.
          <p className="soft">Met wie je vaker speelt, kon niet worden opgehaald. Typ een e-mailadres.</p>
        ) : (
          <Loaded
            query={{ ...suggested, data: suggested.data && known }}
            skeleton={<Skeleton height="2.75rem" count={2} />}
            failure={() => []}
            empty={<p className="soft">Na je eerste ronde met anderen staan zij hier.</p>}
          >
            {(people) => (
              <KnownPlayers
                people={people}
                everyone={everyone}
                flights={flights}
                chosen={chosen}
                present={present}
                lookedUp={lookedUp}
                places={places}
                blocked={blocked}
                onAdd={(added) => void addPeople(added)}
                onRemove={(email) => {
                  clearMessages();
                  onRemove(email);
                }}
              />
            )}
          </Loaded>
        )}
      </Stack>
    </Stack>
  );
}
