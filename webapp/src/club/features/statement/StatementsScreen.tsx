// The months of the club: what was owed, and which months are still open.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Badge, counted, EmptyState, Loaded, Page, Skeleton } from '@/ui';
import { monthsQuery, notFetched, type Month } from './queries.ts';
import styles from './Statement.module.css';
import { amountText, monthTitle, paymentText, stateText } from './words.ts';

export function StatementsScreen() {
  return (
    <Page title="Afrekening" intro="Wat je club per maand ontvangt voor gespeelde rondes.">
      <Loaded
        query={useQuery(monthsQuery)}
        failure={notFetched}
        skeleton={<Skeleton height="4.5rem" count={4} />}
      >
        {({ months }) =>
          months.length === 0 ? (
            <EmptyState title="Er is nog geen afrekening.">
              <p>
                Zodra Fairway het tarief van je club heeft vastgelegd, staat hier elke maand wat je club
                ontvangt.
              </p>
            </EmptyState>
          ) : (
            <ul className={styles.rows}>
              {months.map((month) => (
                <li key={month.month}>
                  <MonthRow {...month} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}

function MonthRow(summary: Month) {
  const { month, total_cents, open_disputes } = summary;
  const payment = paymentText(summary, total_cents);
  return (
    <Link to="/statements/$month" params={{ month }} className={styles.row}>
      <span className={styles.parts}>
        <span className={styles.what}>
          <span className="strong">{monthTitle(month)}</span>
          <span className="soft small">{stateText(summary)}</span>
          {payment ? <span className="soft small">{payment}</span> : null}
          {open_disputes > 0 ? (
            <span>
              <Badge tone="sand">{`${counted(open_disputes, 'bezwaar', 'bezwaren')} in behandeling`}</Badge>
            </span>
          ) : null}
        </span>
        <span className={styles.amount}>{total_cents === null ? null : amountText(total_cents)}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="soft" />
    </Link>
  );
}
