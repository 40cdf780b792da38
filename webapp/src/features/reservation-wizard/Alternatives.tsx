// Where a day is full, closed or not covered: the nearest free day and the nearest free club, as rows. Each changes
// one answer and keeps every other. Where the day is only full, its waiting list too.
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, MapPin, type LucideIcon } from 'lucide-react';
import type { DraftClub } from '@/features/draft/draft.ts';
import { dispatch, useDraft } from '@/features/draft/draftStore.ts';
import { briefDate, Loaded, optionalPart, Skeleton, Stack } from '@/ui';
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
          <Stack
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
              <Offer
                icon={CalendarDays}
                title={briefDate(day.date)}
                details={[
                  golfclub ? 'dezelfde baan' : '',
                  day.bonus_needed ? 'kost een bonusspeelrecht' : '',
                ]}
                onTake={() => {
                  dispatch({ type: 'choose-date', date: day.date });
                  if (refusedClub) dispatch({ type: 'choose-club', club: refusedClub });
                  onTaken();
                }}
              />
            ) : null}
            {club ? (
              <Offer
                icon={MapPin}
                title={club.name}
                details={[
                  club.distance_km == null ? '' : `op ${Math.round(club.distance_km)} km`,
                  date ? 'dezelfde dag' : '',
                ]}
                onTake={() => {
                  dispatch({ type: 'choose-club', club });
                  if (date) dispatch({ type: 'choose-date', date });
                  onTaken();
                }}
              />
            ) : null}
            {waiting_list && wanted && date ? (
              <JoinOffer draft={draft} golfclub={wanted} date={date} />
            ) : null}
          </Stack>
        ) : (
          <p className={styles.title}>Er is geen andere dag of baan vrij.</p>
        )
      }
    </Loaded>
  );
}

interface OfferProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly details: readonly string[];
  readonly onTake: () => void;
}

/** A row, named `Golfclub De Dicht, op 12 km, dezelfde dag`. */
function Offer({ icon: Icon, title, details, onTake }: OfferProps) {
  const text = details.filter(Boolean).join(', ');
  return (
    <button type="button" className={styles.offer} onClick={onTake}>
      <Icon aria-hidden size={20} />
      <span className="strong">{title}</span>
      {text ? (
        <span className={styles.detail}>
          <span className={styles.comma}>, </span>
          {text}
        </span>
      ) : null}
    </button>
  );
}
