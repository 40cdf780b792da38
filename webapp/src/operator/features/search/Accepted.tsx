// The texts that the search accepts.
import { Stack, Fact } from '@/ui';
import styles from './Accepted.module.css';

const ACCEPTED = [
  ['Member', 'e-mail address, or name'],
  ['Booking', 'reservation reference, or id'],
  ['Voucher', 'voucher code'],
  ['Order', 'number of the payment: tr_…'],
  ['Club day', 'de-wilgenhoek/2026-11-28'],
  ['Event', 'its position: #4812'],
  ['Anything', 'its id, or the first 8 digits of it'],
] as const;

export function Accepted() {
  return (
    <Stack as="section" gap={3} className={styles.accepted} aria-labelledby="accepted">
      <h2 id="accepted" className="large">
        What you can enter
      </h2>
      <dl className={styles.list}>
        {ACCEPTED.map(([kind, what]) => (
          <Fact key={kind} term={kind}>
            {what}
          </Fact>
        ))}
      </dl>
      <p className="soft">
        Press <kbd>/</kbd> on any screen to search.
      </p>
    </Stack>
  );
}
