// The figures of a period, of a club or of a kind of pass: those of the report that `replay-tool` writes.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ApiError } from '@/api/error.ts';
import { Stack, Loaded, Page, Skeleton, Fact } from '@/ui';
import type { FiguresAnswer } from '../../api/generated/FiguresAnswer.ts';
import { Instant, thereIsNo, Unknown, unknownClubs } from '../../ui/index.ts';
import { isEmpty, wideParts } from './axis.ts';
import { FigurePart } from './FigurePart.tsx';
import { FiguresFilterForm } from './FiguresFilterForm.tsx';
import styles from './FiguresScreen.module.css';
import { count, label, share } from './format.ts';
import { figuresQuery, type FiguresFilter } from './queries.ts';

export function FiguresScreen() {
  const navigate = useNavigate();
  const filter = useSearch({ from: '/_inside/figures' });
  const query = useQuery(figuresQuery(filter));
  const errors = query.error instanceof ApiError ? query.error.fields : {};
  const isInvalid = Object.keys(errors).length > 0;

  return (
    <Page
      title="Figures"
      intro="Exact figures, played and booked: a small number can be about one member."
      full
    >
      <Unknown sentences={unknownIn(filter, query.data)} />
      <FiguresFilterForm
        key={JSON.stringify(filter)}
        filter={filter}
        figures={query.data}
        errors={errors}
        busy={query.isFetching}
        onFilter={(search) => void navigate({ to: '/figures', search, resetScroll: false })}
      />
      {isInvalid ? null : (
        <Loaded query={query} skeleton={<Skeleton height="14rem" count={3} />}>
          {(figures) => (
            <>
              <p role="status">
                {label(figures.period.from)} – {label(figures.period.to)}. <Freshness figures={figures} />
              </p>
              <KeyFigures figures={figures} />
              <Parts figures={figures} filter={filter} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

function Parts({ figures, filter }: { readonly figures: FiguresAnswer; readonly filter: FiguresFilter }) {
  const { period } = figures;
  const parts = figures.parts.filter((part) => !isEmpty(part));
  const empty = figures.parts.filter(isEmpty).map(({ title }) => title);
  const wide = wideParts({ parts, period });
  if (parts.length === 0) return <p>There is nothing in this period.</p>;
  return (
    <>
      <Stack gap={4} className={styles.parts}>
        {parts.map((part) => (
          <FigurePart
            key={part.name}
            part={part}
            filter={filter}
            period={period}
            isWide={wide.has(part.name)}
          />
        ))}
      </Stack>
      {empty.length > 0 ? <p>Nothing in this period: {empty.join(', ')}.</p> : null}
    </>
  );
}

function Freshness({ figures: { freshness } }: { readonly figures: FiguresAnswer }) {
  const { as_of, behind, position } = freshness;
  return (
    <>
      The journal at position {count(position)}
      {as_of ? (
        <>
          {' '}
          (<Instant at={as_of} />)
        </>
      ) : null}
      {behind > 0 ? `, ${count(behind)} ${behind === 1 ? 'event' : 'events'} behind` : ''}.
    </>
  );
}

/** Of nothing there is no share, known or not. */
const shareOf = (part: number | null) => share(part === 0 ? null : part);

function KeyFigures({ figures: { key_figures: key } }: { readonly figures: FiguresAnswer }) {
  const tiles = [
    [key.rounds === null ? '<5' : count(key.rounds), 'rounds'],
    [key.places === null ? '<5' : count(key.places), 'places, played or booked'],
    [count(key.clubs), key.clubs === 1 ? 'club' : 'clubs'],
    [key.players_a_round === null ? '–' : count(key.players_a_round), 'players a round'],
    [shareOf(key.rights_used), 'of monthly rights used'],
    [key.median_days_ahead === null ? '–' : count(key.median_days_ahead), 'days ahead: half of all places'],
    [shareOf(key.cancelled), 'of places cancelled'],
    [shareOf(key.forfeited), 'of places forfeited'],
  ] as const;
  return (
    <dl className={styles.tiles} aria-label="Key figures">
      {tiles.map(([figure, what]) => (
        <Fact key={what} className={styles.tile} term={what}>
          {figure}
        </Fact>
      ))}
    </dl>
  );
}

/** The sentences about a club and a kind of pass that the address asks for and do not exist. */
function unknownIn({ club, pass }: FiguresFilter, figures: FiguresAnswer | undefined): readonly string[] {
  if (!figures) return [];
  const clubs = unknownClubs(club, figures.clubs, NO_FIGURES);
  if (pass === undefined || figures.passes.includes(pass)) return clubs;
  return [...clubs, thereIsNo(`kind of pass “${pass}”`, figures.passes, NO_FIGURES)];
}

const NO_FIGURES = 'There are no figures of it.';
