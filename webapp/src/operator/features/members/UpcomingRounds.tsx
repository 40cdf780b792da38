// The member's upcoming rounds in a dialog that can cancel them too.
import { Checkbox } from '@/ui';
import type { MemberView } from '../../api/generated/MemberView.ts';
import { formatDay } from '../../ui/index.ts';
import { counted } from './acts.ts';

/** Nothing where there are none. */
export function UpcomingRounds({ member: { rounds } }: { readonly member: MemberView }) {
  if (rounds.length === 0) return null;
  return (
    <div>
      <p>{counted(rounds.length, 'upcoming round')}:</p>
      <ul className="bullets">
        {rounds.map(({ booking_id, club, play_date, players }) => (
          <li key={booking_id}>
            {club.name}, {formatDay(play_date)}
            {players.length > 1 ? `, with ${counted(players.length - 1, 'other')}` : ', alone'}
          </li>
        ))}
      </ul>
      <Checkbox
        data-safe
        name="cancel_upcoming"
        label="Also cancel the member's places: co-players keep the round"
      />
    </div>
  );
}
