// The groups of this member that wait, below the rounds of the first screen.
import { memo, useId, useState } from 'react';
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { DateTile } from '@/features/reservations/DateTile.tsx';
import { weekday } from '@/features/reservations/when.ts';
import { Button, Card, fullName, shortDate } from '@/ui';
import { LeaveDialog } from './LeaveDialog.tsx';
import styles from './WaitingList.module.css';
import { aheadText } from './waitingText.ts';

interface Props {
  readonly groups: readonly ShownGroup[];
  readonly onDone: (message: string) => void;
}

export function WaitingRegion({ groups, onDone }: Props) {
  const id = useId();
  const [leaving, setLeaving] = useState<ShownGroup | null>(null);
  return (
    // Not itself a part of the screen's grid: that has a column for the news, which is a section too.
    <div>
      <section aria-labelledby={id} className={styles.region}>
        <h2 id={id} className={styles.heading}>
          Wachtlijst
        </h2>
        {groups.map((group) => (
          <GroupCard key={group.group} group={group} onLeave={setLeaving} />
        ))}
        {leaving ? (
          <LeaveDialog
            group={leaving}
            onClose={() => setLeaving(null)}
            onDone={(message) => {
              setLeaving(null);
              onDone(message);
            }}
          />
        ) : null}
      </section>
    </div>
  );
}

interface CardProps {
  readonly group: ShownGroup;
  readonly onLeave: (group: ShownGroup) => void;
}

const GroupCard = memo(function GroupCard({ group, onLeave }: CardProps) {
  const id = useId();
  const { golfclub, date, holes, players } = group;
  return (
    <Card as="article" aria-labelledby={id} className={styles.card}>
      <DateTile day={date} />
      <div className={styles.facts}>
        <h3 id={id} className="title">
          {golfclub.name}
        </h3>
        <p>
          {weekday(date)} {shortDate(date)}, {holes} holes
        </p>
        <ul aria-label="Spelers" className={styles.players}>
          {players.map((player) => (
            <li key={fullName(player)}>{fullName(player)}</li>
          ))}
        </ul>
      </div>
      <div className={styles.foot}>
        <p className="strong">{aheadText(group)}</p>
        <Button variant="quiet" aria-describedby={id} onClick={() => onLeave(group)}>
          van de wachtlijst
        </Button>
      </div>
    </Card>
  );
});
