// The clubs of a month that have nothing to settle: an operator opens them to set a first tariff.
import { Link } from '@tanstack/react-router';
import type { ClubOfMonth } from './queries.ts';
import styles from './Statements.module.css';
import { clubsText } from './words.ts';

export function ClubsWithoutTariff({ clubs }: { readonly clubs: readonly ClubOfMonth[] }) {
  if (clubs.length === 0) return null;
  return (
    <details>
      <summary>{clubsText(clubs.length)} without a tariff</summary>
      <ul className={styles.others}>
        {clubs.map(({ club, name }) => (
          <li key={club}>
            <Link to="/statements/$club" params={{ club }} className={styles.link ?? ''} preload={false}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
