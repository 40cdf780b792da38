// Looks up players by address, several at the same time, and adds those who can be added. The choice may change
// meanwhile: the screen adds to the choice as it then is, and the result of a screen that was left is dropped.
import { useEffect, useRef } from 'react';
import type { PlayerCheckAnswer } from '@/api/generated/PlayerCheckAnswer.ts';
import { ApiError, failureText } from '@/api/error.ts';
import type { Player } from '@/api/player.ts';
import { announce, playerReason } from '@/ui';
import { playerOf, useCheckPlayer } from './queries.ts';

const lookupTexts = {
  failure: 'Onbekende fout',
  network: 'Netwerkfout bij het opzoeken van de speler.',
};

/** Adds the player; false when there was no place left. */
export type AddPlayer = (player: Player) => boolean;

/** The reason why this player was not added; undefined when they were. */
export type LookUp = (email: string, name?: string) => Promise<string | undefined>;

/** `name` is known of a former co-player: where several are looked up, each failure says whose it is. */
export function useLookUp(onAdd: AddPlayer): LookUp {
  const { mutateAsync } = useCheckPlayer();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const add = (checked: PlayerCheckAnswer, email: string, name: string | undefined) => {
    const player = playerOf(checked, email);
    if (!player) return `${name ?? email} niet gevonden`;
    if (!player.playrights.reservable) return playerReason(player.first_name, player.playrights.reason);
    if (!onAdd(player)) return `${player.first_name} kan er niet meer bij: alle plaatsen zijn bezet.`;
    announce(`${player.first_name} staat op de lijst.`);
    return undefined;
  };

  return async (email, name) => {
    try {
      const checked = await mutateAsync(email);
      return isShown.current ? add(checked, email, name) : undefined;
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 404) return `${name ?? email} niet gevonden`;
      const text = failureText(failure, lookupTexts);
      return name === undefined ? text : `${name}: ${text}`;
    }
  };
}
