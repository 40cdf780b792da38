// The state of a month of a club, with one colour on every screen.
import { Badge } from '@/ui';
import { hasRole, useSession } from '../../api/session.ts';
import styles from './Statements.module.css';
import { stateText, type OfState } from './words.ts';

export function StateBadge({ of: { state, can_be_closed } }: { readonly of: OfState }) {
  const mayClose = hasRole(useSession(), 'admin');
  const text = stateText({ state, can_be_closed });
  if (can_be_closed) {
    return (
      <span>
        <Badge tone="sand">{text}</Badge>
        {mayClose ? null : ' by an admin'}
      </span>
    );
  }
  return (
    <span>
      {state === 'closed' || state === 'no_tariff' ? (
        <Badge tone={state === 'closed' ? 'green' : 'danger'}>{text}</Badge>
      ) : (
        <span className={styles.neutral}>{text}</span>
      )}
    </span>
  );
}
