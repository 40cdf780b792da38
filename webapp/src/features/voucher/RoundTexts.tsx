// What a player needs at the club beside the code. Kept on the device with the round.
import { MapPin } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { isActive } from '@/features/reservations/status.ts';
import { fullName, listOf, Stack, ServerHtml } from '@/ui';
import styles from './Voucher.module.css';

export function RoundTexts({ reservation }: { readonly reservation: Reservation }) {
  const { golfclub, players, reservation_id } = reservation;
  const names = listOf(players.filter(isActive).map(fullName));
  const address = [golfclub.street, `${golfclub.postcode} ${golfclub.city}`.trim()]
    .filter(Boolean)
    .join(', ');
  return (
    <Stack as="dl" gap={3} className={styles.facts}>
      {names ? (
        <div>
          <dt>Spelers</dt>
          <dd>{names}</dd>
        </div>
      ) : null}
      {golfclub.starttime_description ? (
        <div>
          <dt>Starttijden</dt>
          <dd>{golfclub.starttime_description}</dd>
        </div>
      ) : null}
      {address ? (
        <div>
          <dt>Adres</dt>
          <dd className={styles.address}>
            <MapPin aria-hidden size={16} />
            {address}
          </dd>
        </div>
      ) : null}
      {golfclub.reservation_description ? (
        <div>
          <dt>Op je speeldag</dt>
          <dd>
            <ServerHtml html={golfclub.reservation_description} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>Reserveringsnummer</dt>
        <dd>{reservation_id.slice(-8)}</dd>
      </div>
    </Stack>
  );
}
