// What was booked, under which reference, and what happens next.
import type { Draft } from '@/features/draft/draft.ts';
import { dispatch } from '@/features/draft/draftStore.ts';
import { Status } from '@/ui/Alert.tsx';
import { ButtonLink } from '@/ui/Button.tsx';
import { Card } from '@/ui/Card.tsx';
import { fullName, listOf, longDate } from '@/ui/format.ts';
import { ServerHtml } from '@/ui/ServerHtml.tsx';
import styles from './Confirm.module.css';
import { cancellationTerms } from './OverviewStep.tsx';

interface Props {
  readonly draft: Draft;
  readonly reservationId: string | undefined;
}

export function ConfirmSuccess({ draft, reservationId }: Props) {
  const { golfclub, date, holes, players } = draft;
  const others = players.slice(1).map((player) => player.first_name);
  return (
    <div className={styles.outcome}>
      <Status>Je reservering is succesvol geplaatst!</Status>
      <Card className={styles.ticket}>
        <p className={styles.club}>{golfclub?.name}</p>
        <p>
          {date ? longDate(date) : null}, {holes} holes
        </p>
        <p>{players.map(fullName).join(', ')}</p>
        {golfclub?.reservation_instruction ? <ServerHtml html={golfclub.reservation_instruction} /> : null}
        {reservationId ? (
          <p className={styles.reference}>Reserveringsnummer {reservationId.slice(-8)}</p>
        ) : null}
      </Card>
      {others.length > 0 ? (
        <p>
          {listOf(others)} {others.length > 1 ? 'krijgen' : 'krijgt'} bericht per e-mail.
        </p>
      ) : null}
      {date ? <p className={styles.soft}>{cancellationTerms(date)}</p> : null}
      <NextLinks />
    </div>
  );
}

/** The links of the last step, after any outcome. */
export function NextLinks() {
  return (
    <div className={styles.links}>
      <ButtonLink to="/reservations" variant="primary">
        Mijn reserveringen
      </ButtonLink>
      <ButtonLink to="/reservation/players" variant="secondary" onClick={() => dispatch({ type: 'reset' })}>
        begin opnieuw
      </ButtonLink>
    </div>
  );
}
