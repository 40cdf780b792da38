// The groups of this member that wait, below the rounds of the first screen.
import { memo, useId, useState } from 'react';
import type { ShownGroup } from '@/api/generated/ShownGroup.ts';
import { DateTile } from '@/features/reservations/DateTile.tsx';
import { weekday } from '@/features/reservations/when.ts';
import { Button, Card, fullName, shortDate, Row, Stack } from '@/ui';
import { LeaveDialog } from './LeaveDialog.tsx';
import styles from './WaitingList.module.css';
import { aheadText, joinText, wordsFor } from './waitingText.ts';

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
      <Stack as="section" gap={4} aria-labelledby={id}>
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
      </Stack>
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
      <Stack className="small">
        <h3 id={id} className="title">
          {golfclub.name}
        </h3>
        <p>
          {weekday(date)} {shortDate(date)}, {holes}&nbsp;holes
        </p>
        <Row as="ul" gap={1} lineGap={0} aria-label="Spelers" className={styles.players}>
          {players.map((player) => (
            <li key={fullName(player)}>{fullName(player)}</li>
          ))}
        </Row>
        {group.to_join ? <p className="soft">{joinText(group)}</p> : null}
      </Stack>
      <Row gap={2} lineGap={1} align="center" between className={styles.foot}>
        <p className="strong">{aheadText(group)}</p>
        <Button variant="quiet" aria-describedby={id} onClick={() => onLeave(group)}>
          haal {wordsFor(group).me} van de wachtlijst
        </Button>
      </Row>
    </Card>
  );
});
