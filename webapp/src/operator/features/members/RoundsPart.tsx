// The rounds that are still to be played, each with its players.
import { Badge, Button, Stack } from '@/ui';
import type { RoundView } from '../../api/generated/RoundView.ts';
import { formatDay, SubjectLink } from '../../ui/index.ts';
import { Part, type PartProps } from './Part.tsx';
import styles from './RoundsPart.module.css';

export function RoundsPart({ member, done, onAct }: PartProps) {
  return (
    <Part part="rounds" title="Upcoming rounds" done={done}>
      {member.rounds.length === 0 ? <p>No round is booked.</p> : null}
      <Stack as="ul" gap={3}>
        {member.rounds.map((round) => (
          <li key={round.booking_id} className={styles.round}>
            <div>
              <h3 className={styles.title}>
                <SubjectLink kind="booking" id={round.booking_id}>
                  {round.club.name}, {formatDay(round.play_date)}
                </SubjectLink>{' '}
                {round.is_today ? <Badge tone="sand">today</Badge> : null}
              </h3>
              <p className="soft small">
                {round.holes} holes{round.number ? `, ${round.number}` : ''}
              </p>
            </div>
            <Players round={round} memberId={member.member.id} />
            {onAct ? (
              <Button
                variant="secondary"
                className={styles.cancel}
                aria-label={`Cancel the round at ${round.club.name} on ${formatDay(round.play_date)}`}
                onClick={() => onAct({ act: 'cancel', round })}
              >
                Cancel…
              </Button>
            ) : null}
          </li>
        ))}
      </Stack>
    </Part>
  );
}

function Players({ round, memberId }: { readonly round: RoundView; readonly memberId: string }) {
  return (
    <Stack as="ul" gap={1} className={styles.players} aria-label="Players">
      {round.players.map(({ place_id, member_id, name, is_master, right }) => (
        <li key={place_id}>
          {member_id === memberId ? (
            <strong>{name}</strong>
          ) : (
            <SubjectLink kind="member" id={member_id}>
              {name}
            </SubjectLink>
          )}
          <span className="soft small">
            {' '}
            {is_master && round.players.length > 1 ? 'master of the group, ' : ''}
            {right === 'voucher' ? 'with a voucher' : 'with a pass'}
          </span>
        </li>
      ))}
    </Stack>
  );
}
