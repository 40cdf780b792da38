// Cancels places of a round, in the name of a member or of its booking. The operator chooses the fate of their rights; the
// rule's own answer for this very day is shown beforehand.
import { useState } from 'react';
import { Checkbox, RadioGroup } from '@/ui';
import type { NamedClub } from '../../api/generated/NamedClub.ts';
import type { RoundPlayer } from '../../api/generated/RoundPlayer.ts';
import { ActDialog, formatDay } from '../../ui/index.ts';
import { cancelPlaces, type Rights } from './queries.ts';

interface CancelPlacesDialogProps {
  readonly round: {
    readonly booking_id: string;
    readonly club: NamedClub;
    readonly play_date: string;
    readonly is_today: boolean;
    readonly players: readonly RoundPlayer[];
  };
  /** The places that are chosen when the dialog opens. */
  readonly chosen: readonly string[];
  /** With the sentence about what was done. */
  readonly onCancelled: (text: string) => void;
  readonly onClose: () => void;
}

export function CancelPlacesDialog({ round, chosen, onCancelled, onClose }: CancelPlacesDialogProps) {
  const { club, play_date, players, is_today } = round;
  const [places, setPlaces] = useState(chosen);
  const [rights, setRights] = useState<Rights>('by_rule');
  const isAll = places.length === players.length;
  const day = formatDay(play_date);

  const toggle = (place: string) =>
    setPlaces(places.includes(place) ? places.filter((other) => other !== place) : [...places, place]);

  const byRule = is_today
    ? 'The round is today: on the day of the round the rights are forfeited.'
    : `The round is on ${day}: before that day the rights come back.`;
  return (
    <ActDialog
      title={`Cancel at ${club.name} on ${day}`}
      explanation={<p>Each player whose place is cancelled gets a mail. Others keep the round.</p>}
      check={() => (places.length > 0 ? {} : { places: 'Choose whose place is cancelled.' })}
      fields={(errors) => (
        <>
          <fieldset aria-describedby={errors['places'] ? 'places-error' : undefined}>
            <legend className="strong">Whose place</legend>
            {players.map(({ place_id, name, is_master, right }, index) => (
              <div key={place_id}>
                <Checkbox
                  // The first focus of the dialog: a choice, which is safe.
                  data-safe={index === 0 || undefined}
                  name="places"
                  label={`${name} (${right === 'voucher' ? 'voucher' : 'pass'}${is_master && players.length > 1 ? ', master of the group' : ''})`}
                  checked={places.includes(place_id)}
                  onChange={() => toggle(place_id)}
                />
              </div>
            ))}
            {errors['places'] ? (
              <p id="places-error" className="danger strong">
                {errors['places']}
              </p>
            ) : null}
          </fieldset>
          <RadioGroup<Rights>
            legend="The rights"
            value={rights}
            onChange={setRights}
            error={errors['rights']}
            options={[
              { value: 'by_rule', label: 'By the rule', detail: byRule },
              {
                value: 'return',
                label: 'Give back',
                detail: 'Each pass and voucher can be used again, whatever the day is.',
              },
              { value: 'forfeit', label: 'Forfeit', detail: 'Each right is lost, whatever the day is.' },
            ]}
          />
        </>
      )}
      confirmLabel={isAll ? 'Cancel the whole round' : `Cancel ${counted(places.length)}`}
      closeLabel="Keep the round"
      isDangerous
      onConfirm={async (reason) => {
        const count = await cancelPlaces(round.booking_id, places, rights, reason);
        onCancelled(`Cancelled: ${counted(count)} at ${club.name} on ${day}. ${outcome(rights, is_today)}`);
      }}
      onClose={onClose}
    />
  );
}

function outcome(rights: Rights, isToday: boolean): string {
  const isForfeited = rights === 'forfeit' || (rights === 'by_rule' && isToday);
  return isForfeited ? 'The rights are forfeited.' : 'The rights were given back.';
}

const counted = (places: number) => `${places} place${places === 1 ? '' : 's'}`;
