// Shared by the screens that change a round's players.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureText } from '@/api/error.ts';
import { loadTexts } from '@/features/reservations/queries.ts';
import { ButtonLink, Row, Skeleton } from '@/ui';
import styles from './RoundPlayers.module.css';

export const backLink = <ButtonLink to="/reservations">terug</ButtonLink>;

/** Of `Loaded`, for the booking and for the member's own data. */
export const loadedProps = {
  skeleton: <Skeleton height="3.5rem" count={4} />,
  failure: (error: Error) => [failureText(error, loadTexts)],
  failureLink: backLink,
};

/** Below the choice: the way back, and the button that goes on. */
export function Foot({ children }: { readonly children: (className: string) => ReactNode }) {
  return (
    <Row gap={3} className={styles.foot}>
      <ButtonLink to="/reservations">
        <ArrowLeft aria-hidden size={18} />
        terug
      </ButtonLink>
      {children(styles.next ?? '')}
    </Row>
  );
}
