// When one can play at a club, where it is and how to reach it, in the order in which a member asks. A fact that the data
// set does not know is left out.
import type { ClubPage } from '@/api/generated/ClubPage.ts';
import { LazyClubPlace } from '@/features/club-map/LazyClubPlace.ts';
import { distanceKm, distanceText, useOwnPosition } from '@/features/courses/ownPosition.ts';
import { dutchTelephone } from '@/features/profile/telephone.ts';
import { ButtonAnchor, Card, longDate, Stack, Fact, unbroken } from '@/ui';
import styles from './ClubScreen.module.css';
import { openingDays, routeTo, websiteAddress, websiteName } from './clubText.ts';

export function ClubFacts({ club }: { readonly club: ClubPage }) {
  const { position } = useOwnPosition();
  const km = distanceKm(position, club);
  const { lat, lon } = club;
  const call = club.telephone ? `tel:${club.telephone.replaceAll(/[^\d+]/g, '')}` : undefined;
  const place = [club.postcode, club.city].filter(Boolean).join(' ');
  return (
    <Card gap={4} className={styles.facts}>
      <Stack as="dl" gap={3} className="facts">
        {club.starttime_description ? (
          <Fact term="Starttijden">{unbroken(club.starttime_description)}</Fact>
        ) : null}
        <Fact term="Open">{openingDays(club.closed_weekdays)}</Fact>
        {club.closures.length > 0 ? (
          <Fact term="Gesloten">
            <ul>
              {club.closures.map(({ date, reason }) => (
                <li key={date}>{[longDate(date), reason].filter(Boolean).join(': ')}</li>
              ))}
            </ul>
          </Fact>
        ) : null}
        <Fact term="Holes">{club.holes.join(' en ')}</Fact>
        {place ? (
          <Fact term="Adres">
            {club.street ? (
              <>
                <span>{club.street}</span>
                <br />
              </>
            ) : null}
            <span>{place}</span>
          </Fact>
        ) : null}
        {km === null ? null : <Fact term="Afstand">{distanceText(km)}</Fact>}
        {call ? (
          <Fact term="Telefoon">
            <a href={call} className={styles.link}>
              {dutchTelephone(club.telephone)}
            </a>
          </Fact>
        ) : null}
        {club.website ? (
          <Fact term="Website">
            <a href={websiteAddress(club.website)} className={styles.link}>
              {websiteName(club.website)}
            </a>
          </Fact>
        ) : null}
      </Stack>
      {lat != null && lon != null ? (
        <LazyClubPlace lat={lat} lon={lon} label={`Kaart met de plaats van ${club.name}`} />
      ) : null}
      <div className={styles.ways}>
        {lat != null && lon != null ? <ButtonAnchor href={routeTo(lat, lon)}>route</ButtonAnchor> : null}
        {call ? <ButtonAnchor href={call}>bellen</ButtonAnchor> : null}
      </div>
    </Card>
  );
}
