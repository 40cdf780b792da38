// The board itself. The clubs stay in sight while the days are scrolled; each day is a link that says everything.
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Badge } from '@/ui';
import type { BoardClub } from '../../api/generated/BoardClub.ts';
import type { BoardDay } from '../../api/generated/BoardDay.ts';
import { formatDay } from '../../ui/index.ts';
import { takenText, shortDay, waitingText } from './board.ts';
import styles from './Board.module.css';

interface BoardTableProps {
  readonly dates: readonly string[];
  readonly clubs: readonly BoardClub[];
}

export function BoardTable({ dates, clubs }: BoardTableProps) {
  return (
    <div className={styles.scroller}>
      <table className={styles.board}>
        <caption className="visually-hidden">Days of all clubs</caption>
        <thead>
          <tr>
            <th scope="col">Club</th>
            {dates.map((date) => (
              <th key={date} scope="col">
                {shortDay(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clubs.map((club) => (
            <ClubRow key={club.id} club={club} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Typing into the filter must not render the days of the clubs that stay. */
const ClubRow = memo(function ClubRow({ club: { id, name, city, days } }: { readonly club: BoardClub }) {
  return (
    <tr>
      <th scope="row">
        <Link to="/clubs/$club" params={{ club: id }} className={styles.club ?? ''} preload={false}>
          {name}
        </Link>
        <span className="soft small">{city}</span>
      </th>
      {days.map((day) => (
        <td key={day.date}>
          <Link
            to="/clubs/$club"
            params={{ club: id }}
            search={{ from: day.date }}
            className={styles.day ?? ''}
            title={day.closed?.reason}
            preload={false}
          >
            <span className="visually-hidden">{`${name}, ${formatDay(day.date)}:`}</span> <Day day={day} />
          </Link>
        </td>
      ))}
    </tr>
  );
});

function Day({ day }: { readonly day: BoardDay }) {
  return (
    <>
      <span>{takenText(day)}</span>{' '}
      {day.state === 'open' ? null : (
        <Badge tone={day.state === 'closed' ? 'danger' : 'sand'}>{day.state}</Badge>
      )}{' '}
      {day.held > 0 ? <span className="small">{`${day.held} held`}</span> : null}{' '}
      {day.waiting > 0 ? <span className="small">{waitingText(day.waiting)}</span> : null}
    </>
  );
}
