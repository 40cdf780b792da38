// The page of one club: what a member wants to know before playing there, and the button to reserve.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ClubPage } from '@/api/generated/ClubPage.ts';
import { failureText } from '@/api/error.ts';
import { ClubPicture } from '@/features/courses/ClubPicture.tsx';
import { CourseLine } from '@/features/courses/CourseLine.tsx';
import { Plays } from '@/features/courses/Plays.tsx';
import { clubInfoQuery, clubTexts } from '@/features/courses/queries.ts';
import { ReserveButton } from '@/features/courses/ReserveButton.tsx';
import { ButtonLink, Card, shortDate, Stack, Loaded, Page, Region, ServerHtml, Skeleton } from '@/ui';
import { BackLink } from '@/ui/BackLink.tsx';
import { ClubFacts } from './ClubFacts.tsx';
import styles from './ClubScreen.module.css';
import { Photos } from './Photos.tsx';
import { clubQuery } from './queries.ts';

export function ClubScreen() {
  const { clubId } = useParams({ from: '/_member/courses/$clubId' });
  const query = useQuery(clubQuery(clubId));
  // From the list the name is known already, so that the heading does not change while the rest is loading.
  const listed = useQueryClient()
    .getQueryData(clubInfoQuery.queryKey)
    ?.data.find(({ id }) => id === clubId);
  const club = query.data ?? listed;
  return (
    <Page
      title={club?.name ?? 'Baaninformatie'}
      above={<BackLink to="/courses">alle banen</BackLink>}
      actions={
        club ? (
          <ReserveButton club={club} variant="primary" />
        ) : query.isPending ? (
          <Skeleton height="var(--target)" className={styles.reserve} />
        ) : null
      }
      full
    >
      <Loaded
        query={query}
        skeleton={<Skeleton height="16rem" count={2} />}
        failure={(error) => [failureText(error, clubTexts)]}
        failureLink={<ButtonLink to="/courses">alle banen</ButtonLink>}
      >
        {(details) => <Club club={details} />}
      </Loaded>
    </Page>
  );
}

function Club({ club }: { readonly club: ClubPage }) {
  return (
    <div className={styles.club}>
      <Stack gap={4}>
        <CourseLine course={club.course_state} />
        {club.photos.length > 0 ? (
          <Photos photos={club.photos} />
        ) : (
          <ClubPicture id={club.id} photo={null} className={styles.drawing} />
        )}
        <Card>
          <Plays played={club.your_plays} maximum={club.your_maximum_plays} />
        </Card>
      </Stack>
      <ClubFacts club={club} />
      <Stack gap={4} className={styles.texts}>
        {club.greens ? (
          <Region title="De greens">
            <p className={styles.text}>{club.greens}</p>
          </Region>
        ) : null}
        <TextRegion title="Reserveren" html={club.reservation_instruction} />
        <TextRegion title="Op je speeldag" html={club.reservation_description} />
        <TextRegion title="Voorwaarden" html={club.terms} />
        {club.rounds.length > 0 ? (
          <Region title="Hier gespeeld">
            <ul className={styles.rounds}>
              {club.rounds.map((round) => (
                <li key={round.reservation_id}>
                  <span>{shortDate(round.play_date)}</span>
                  <span>{round.holes} holes</span>
                </li>
              ))}
            </ul>
          </Region>
        ) : null}
      </Stack>
    </div>
  );
}

function TextRegion({ title, html }: { readonly title: string; readonly html: string }) {
  if (!html) return null;
  return (
    <Region title={title}>
      <ServerHtml html={html} />
    </Region>
  );
}
