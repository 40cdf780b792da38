// The day on paper, for use without a screen: a box to tick for each player.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { now, today } from '@/api/clock.ts';
import { longDate } from '@/ui';
import { timeText } from '@/club/ui/moments.ts';
import styles from './PrintList.module.css';
import { grouped, type Day } from './day.ts';
import { holesText, rightText } from './words.ts';

/** Whether the page is being printed. The list is made for paper only. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes the page as it is after this event.
    const set = (printing: boolean) => flushSync(() => setPrinting(printing));
    const [start, end] = [() => set(true), () => set(false)];
    const media = window.matchMedia('print');
    const follow = () => set(media.matches);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', follow);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', follow);
    };
  }, []);
  return isPrinting;
}

/** Below a heading with the club and the date. */
export function PrintList({ day }: { readonly day: Day }) {
  const { timed, untimed } = grouped(day.flights);
  return (
    <div className={styles.paper}>
      <p>{`${day.arrived} van ${day.expected} aangekomen. Afgedrukt op ${longDate(today())} om ${timeText(new Date(now()).toISOString())}.`}</p>
      <table className={styles.list}>
        <caption className="visually-hidden">Spelers van de dag</caption>
        <thead>
          <tr>
            <th scope="col">Aangekomen</th>
            <th scope="col">Naam</th>
            <th scope="col">Holes</th>
            <th scope="col">Speelt met</th>
            <th scope="col">Boekingsnummer</th>
          </tr>
        </thead>
        {[...timed, ...untimed].map(({ booking_number, start_time, holes, players }) => (
          <tbody key={booking_number}>
            <tr>
              <th scope="rowgroup" colSpan={5}>
                {`${start_time ?? 'Starttijd onbekend'} · ${holesText(holes)}`}
              </th>
            </tr>
            {players.map(({ place, name, status, arrived_at, played_holes, entitled_by }) => (
              <tr key={place}>
                <td>
                  <span className={styles.box}>{status === 'arrived' ? '×' : ''}</span>{' '}
                  {status === 'arrived' && arrived_at !== null ? timeText(arrived_at) : ''}
                </td>
                <td>{name}</td>
                <td>{played_holes}</td>
                <td>{rightText(entitled_by)}</td>
                <td>{booking_number}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {day.waiting.length > 0 ? (
        <ul>
          {day.waiting.map(({ names, holes }) => (
            <li key={names.join()}>{`Wachtlijst: ${names.join(', ')} (${holesText(holes)})`}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
