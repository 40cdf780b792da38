// The rounds that a change cancels, and what their players get.
import { counted, dotted, unbroken } from '@/ui';
import type { DayPreview } from '@/club/api/generated/DayPreview.ts';
import { holesText, rightText } from '@/club/features/arrivals/words.ts';
import styles from './CourseDays.module.css';

export function MetRounds({ preview: { rounds, places } }: { readonly preview: DayPreview }) {
  if (rounds.length === 0) return <p role="status">Er zijn geen rondes om te annuleren.</p>;
  const players = counted(places, 'speler', 'spelers');
  return (
    <>
      <p role="status">
        {unbroken(`${counted(rounds.length, 'ronde wordt', 'rondes worden')} geannuleerd, van ${players}. `)}
        {places === 1 ? 'Die krijgt' : 'Elke speler krijgt'} een mail met je melding en andere mogelijkheden
        om te spelen, en krijgt het speelrecht terug.
      </p>
      <ul className={styles.rounds} aria-label="Rondes die worden geannuleerd">
        {rounds.map(({ booking, booking_number, start_time, holes, players: names }) => (
          <li key={booking}>
            <span className="strong">
              {dotted([start_time ?? 'geen starttijd', booking_number, holesText(holes)])}
            </span>
            <ul className={styles.players}>
              {names.map(({ name, returned }, index) => (
                <li key={`${index} ${name}`}>{`${name} (${rightText(returned)} terug)`}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
