// What the member may still play, first on the screen: of the subscription, in this month and in the next one.
import type { Subscriptions } from '@/api/generated/Subscriptions.ts';
import { Card, dotted, monthName, percentUsed, Region, shortDate, Stack, counted } from '@/ui';
import styles from './RightsLeft.module.css';

type Rights = Pick<Subscriptions, 'current' | 'upcoming' | 'months'>;

/** `nog 51 rondes`, `4 in november`, `6 in december` */
export function rightsTexts({ current, upcoming, months = [] }: Rights): readonly string[] {
  const { max, used } = (current ?? upcoming)?.playrights ?? { max: 0, used: 0 };
  const left = Math.max(0, max - used);
  const limited = months.filter((month) => month.max !== null);
  return [
    left === 0 ? 'geen rondes meer' : `nog ${counted(left, 'ronde', 'rondes')}`,
    ...limited.map((month) => `${month.left} in ${monthName(month.startdate)}`),
  ];
}

/** Nothing for a member without a subscription, now or soon. */
export function RightsLeft({ data }: { readonly data: Rights }) {
  const pass = data.current ?? data.upcoming;
  if (!pass) return null;
  const { max, used } = pass.playrights;
  return (
    <Region title="Nog te spelen">
      <Card className={styles.rights}>
        <Stack gap={1}>
          <p className={styles.sentence}>{dotted(rightsTexts(data))}</p>
          <p className="soft">
            {pass.name}, geldig {data.current ? 't/m' : 'vanaf'}{' '}
            <span className="nowrap">{shortDate(data.current ? pass.enddate : pass.startdate)}</span>
          </p>
        </Stack>
        {/* The sentence says the same. */}
        <ul className={styles.dials} aria-hidden>
          <Dial left={max - used} max={max} label={`van ${max}`} />
          {(data.months ?? []).map((month) =>
            month.max === null ? null : (
              <Dial
                key={month.startdate}
                left={month.left}
                max={month.max}
                label={monthName(month.startdate)}
              />
            ),
          )}
        </ul>
      </Card>
    </Region>
  );
}

interface DialProps {
  readonly left: number;
  readonly max: number;
  readonly label: string;
}

function Dial({ left, max, label }: DialProps) {
  return (
    <li className={styles.dial}>
      <svg viewBox="0 0 44 44" className={styles.ring}>
        <circle cx="22" cy="22" r="19" />
        <circle
          cx="22"
          cy="22"
          r="19"
          pathLength="100"
          strokeDasharray={`${percentUsed(left, max)} 100`}
          transform="rotate(-90 22 22)"
        />
      </svg>
      <strong>{Math.max(0, left)}</strong>
      <span className="soft small">{label}</span>
    </li>
  );
}
