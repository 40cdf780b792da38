// The texts that a player needs at the club besides the code. Kept on the device with the round.
import { MapPin } from 'lucide-react';
import type { Reservation } from '@/api/generated/Reservation.ts';
import { CourseLine } from '@/features/courses/CourseLine.tsx';
import { isActive } from '@/features/reservations/status.ts';
import { fullName, listOf, Stack, ServerHtml, Fact } from '@/ui';
import styles from './Voucher.module.css';

export function RoundTexts({ reservation }: { readonly reservation: Reservation }) {
  const { course_state, golfclub, players } = reservation;
  const names = listOf(players.filter(isActive).map(fullName));
  const address = [golfclub.street, `${golfclub.postcode} ${golfclub.city}`.trim()]
    .filter(Boolean)
    .join(', ');
  return (
    <Stack as="dl" gap={3} className="facts">
      {course_state ? (
        <Fact term="Vandaag">
          <CourseLine course={course_state} />
        </Fact>
      ) : null}
      {names ? <Fact term="Spelers">{names}</Fact> : null}
      {golfclub.starttime_description ? (
        <Fact term="Starttijden">{golfclub.starttime_description}</Fact>
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
        <Fact term="Op je speeldag">
          <ServerHtml html={golfclub.reservation_description} />
        </Fact>
      ) : null}
    </Stack>
  );
}
