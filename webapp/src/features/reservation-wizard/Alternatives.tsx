// Where a day is full, closed or not covered: the nearest free day and the nearest free club, as buttons. Each changes
// one answer and keeps every other. Where the day is only full, its waiting list too.
import { useQuery } from '@tanstack/react-query';
import type { DraftClub } from '@/features/draft/draft.ts';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { Button, briefDate, Row, Loaded, optionalPart, Skeleton } from '@/ui';
import { alternativesQuery, type Refused } from './alternatives.ts';
import styles from './Alternatives.module.css';

// Its room is there before it: the group is scrolled into view once.
const JoinOffer = optionalPart(
  () => import('@/features/waiting-list/JoinOffer.tsx').then((module) => module.JoinOffer),
  { skeleton: <Skeleton height="2.75rem" className={styles.join ?? ''} /> },
);

interface Props {
  readonly refused: Refused;
  /** The refused club, where the draft does not have it: it is chosen together with another day. */
  readonly club?: DraftClub;
  /** The answer is changed: the pressed button is about to disappear, so the focus has to go elsewhere. */
  readonly onTaken: () => void;
}

/** They come after a press, and the buttons at the bottom of the screen must not cover them. */
function scrollIntoView(group: HTMLElement | null): void {
  group?.scrollIntoView({ block: 'nearest' });
}

export function Alternatives({ refused, club: refusedClub, onTaken }: Props) {
  const draft = useDraft();
  const query = useQuery(alternativesQuery(draft, refused));
  const { golfclub, date } = refused;
  const wanted = refusedClub ?? draft.golfclub;
  // Without an offer the screen still has its own buttons; a second alert would only cover the refusal itself.
  if (query.isError || (!golfclub && !date)) return null;
  return (
    <Loaded query={query} skeleton={<Skeleton height="2.75rem" count={2} />} failure={() => []}>
      {({ day, club, waiting_list }) =>
        day || club || waiting_list ? (
          <Row
            ref={scrollIntoView}
            role="group"
            aria-label="Dichtstbij vrij"
            gap={2}
            className={styles.alternatives}
          >
            <p className={styles.title}>
              {refusedClub ? `${refusedClub.name} is niet te kiezen. ` : null}
              {day || club ? 'Dichtstbij vrij:' : 'Er is geen andere dag of baan vrij.'}
            </p>
            {day ? (
              <Button
                variant="secondary"
                onClick={() => {
                  dispatch({ type: 'choose-date', date: day.date });
                  if (refusedClub) dispatch({ type: 'choose-club', club: refusedClub });
                  onTaken();
                }}
              >
                {briefDate(day.date)}
                {golfclub ? ', dezelfde baan' : null}
                {day.bonus_needed ? ' (kost een bonusspeelrecht)' : null}
              </Button>
            ) : null}
            {club ? (
              <Button
                variant="secondary"
                onClick={() => {
                  dispatch({ type: 'choose-club', club });
                  if (date) dispatch({ type: 'choose-date', date });
                  onTaken();
                }}
              >
                {club.name}
                {club.distance_km == null ? null : `, op ${Math.round(club.distance_km)} km`}
                {date ? ', dezelfde dag' : null}
              </Button>
            ) : null}
            {waiting_list && wanted && date ? (
              <JoinOffer draft={draft} golfclub={wanted} date={date} />
            ) : null}
          </Row>
        ) : (
          <p className={styles.title}>Er is geen andere dag of baan vrij.</p>
        )
      }
    </Loaded>
  );
}
