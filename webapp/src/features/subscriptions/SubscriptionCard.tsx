// One subscription: its name, its term, the play rights used, and on demand for which rounds.
import type { ReactNode } from 'react';
import type { SubscriptionView } from '@/api/generated/SubscriptionView.ts';
import { Card, euros, shortDate, Stack, ProgressBar, Fact, Row } from '@/ui';
import { Ledger } from './Ledger.tsx';
import styles from './SubscriptionCard.module.css';

interface SubscriptionCardProps {
  readonly subscription: SubscriptionView;
  readonly badge?: ReactNode;
  /** Shows the use as a bar: for the current subscription. */
  readonly withBar?: boolean;
}

export function SubscriptionCard({ subscription, badge, withBar }: SubscriptionCardProps) {
  const { name, startdate, enddate, paymentdate, amount, playrights } = subscription;
  const { used, max } = playrights;
  return (
    <Card gap={4}>
      <Row gap={3} lineGap={2} align="center">
        <h3 className="subheading">{name}</h3>
        {badge}
      </Row>
      <Stack gap={2}>
        <p className={styles.count}>
          <strong className="nowrap">
            {used} / {max}
          </strong>{' '}
          speelrechten gebruikt
        </p>
        {withBar ? <ProgressBar label="Speelrechten" used={used} max={max} /> : null}
        {withBar && used >= max ? <p className="strong">Je speelrechten zijn op.</p> : null}
      </Stack>
      <dl className={styles.facts}>
        <Fact term="Geldig">
          <span className="nowrap">{shortDate(startdate)}</span> t/m{' '}
          <span className="nowrap">{shortDate(enddate)}</span>
        </Fact>
        {typeof amount === 'number' ? <Fact term="Bedrag">{euros(amount)}</Fact> : null}
        {paymentdate ? <Fact term="Betaald op">{shortDate(paymentdate)}</Fact> : null}
      </dl>
      {/* Of the current one also where none counts: a right that came back is told there. */}
      {withBar || used > 0 ? <Ledger subscriptionId={subscription.id} name={name} /> : null}
    </Card>
  );
}
