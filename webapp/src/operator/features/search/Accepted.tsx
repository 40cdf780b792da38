// The texts that the search accepts, with a club of this portal as the example.
import { useQuery } from '@tanstack/react-query';
import { Fact, Stack } from '@/ui';
import { clubsQuery } from '../why/queries.ts';
import styles from './Accepted.module.css';

export function Accepted() {
  const club = useQuery(clubsQuery).data?.[0];
  const day = club ? `${(club.name.split(' ').at(-1) ?? club.name).toLowerCase()} 3 dec` : undefined;
  const accepted = [
    ['Member', 'name, initials with surname, address, telephone, birth date, GSN, postcode with number'],
    ['Booking', 'number (N91W-1PPE), reference, or id'],
    ['Voucher', 'code'],
    ['Order', 'number of the payment: tr_…'],
    ['Club day', club ? `${day}, or ${club.id}/2026-12-03` : 'club with date'],
    ['Event', 'position: #4812'],
    ['Anything', 'id, or its first 8 digits'],
  ] as const;
  return (
    <Stack as="section" gap={3} className={styles.accepted} aria-labelledby="accepted">
      <h2 id="accepted" className="large">
        What you can enter
      </h2>
      <dl className={styles.list}>
        {accepted.map(([kind, what]) => (
          <Fact key={kind} term={kind}>
            {what}
          </Fact>
        ))}
      </dl>
      <p className="soft">
        Press <kbd>/</kbd> on any screen to search, <kbd>Ctrl</kbd> + <kbd>K</kbd> to go anywhere.
      </p>
    </Stack>
  );
}
