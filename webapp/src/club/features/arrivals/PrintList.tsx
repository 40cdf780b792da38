// The day on paper, for use without a screen: a box to tick for each player.
import { now, today } from '@/api/clock.ts';
import { dotted, longDate } from '@/ui';
import { timeText } from '@/club/ui/moments.ts';
import styles from './PrintList.module.css';
import { grouped, type Day } from './day.ts';
import { holesText, LEFT, rightText } from './words.ts';

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
            <th scope="col">Speelrecht</th>
            <th scope="col">Opmerking</th>
          </tr>
        </thead>
        {[...timed, ...untimed].map(({ booking_number, start_time, holes, players }) => (
          <tbody key={booking_number}>
            <tr>
              <th scope="rowgroup" colSpan={5}>
                {`${start_time ?? 'Starttijd onbekend'} · ${holesText(holes)} · ${booking_number}`}
              </th>
            </tr>
            {players.map((player) => (
              <tr key={player.place}>
                <td>
                  <span className={styles.box}>{player.status === 'arrived' ? '✓' : ''}</span>{' '}
                  {player.status === 'arrived' && player.arrived_at !== null
                    ? timeText(player.arrived_at)
                    : ''}
                </td>
                <td>{player.name}</td>
                <td>{player.played_holes === holes ? holes : `${player.played_holes} (geboekt ${holes})`}</td>
                <td>{rightText(player.entitled_by)}</td>
                <td className={styles.notes}>
                  {dotted([player.walk_in ? 'zonder boeking' : '', player.has_left ? LEFT : ''])}
                </td>
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
