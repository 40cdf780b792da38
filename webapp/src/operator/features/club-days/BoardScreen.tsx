// The days of all clubs beside each other: where nobody can play, and where groups wait. Each day leads to its club.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { today as serverToday } from '@/api/clock.ts';
import { ButtonLink, Loaded, Page, Row, SearchField, Select } from '@/ui';
import { BoardTable } from './BoardTable.tsx';
import { clubsOf, isWanted, LENGTHS, WANTED } from './board.ts';
import styles from './Board.module.css';
import { FromForm } from './FromForm.tsx';
import { boardQuery } from './queries.ts';

export function BoardScreen() {
  const navigate = useNavigate();
  const asked = useSearch({ from: '/_inside/club-days' });
  const [today] = useState(serverToday);
  const from = asked.from ?? today;
  const length = LENGTHS.find((days) => String(days) === asked.days) ?? LENGTHS[0];
  const wanted = isWanted(asked.state) ? asked.state : undefined;
  const [text, setText] = useState('');
  const query = useQuery(boardQuery(from, length));
  const show = (search: typeof asked) =>
    void navigate({ to: '/club-days', search: { ...asked, ...search }, replace: true, resetScroll: false });

  return (
    <Page
      title="Days of all clubs"
      intro="Places that are taken, and where nobody can book. A day leads to its club."
      actions={
        <ButtonLink to="/clubs" variant="secondary" preload={false}>
          All clubs
        </ButtonLink>
      }
      full
    >
      <Row gap={3} align="end" className={styles.filter}>
        <SearchField
          label="Club or town"
          value={text}
          autoComplete="off"
          onChange={({ target }) => setText(target.value)}
        />
        <Select
          label="State"
          value={wanted ?? ''}
          onChange={({ target }) => show({ state: target.value || undefined })}
        >
          <option value="">Every state</option>
          {Object.entries(WANTED).map(([state, name]) => (
            <option key={state} value={state}>
              {name}
            </option>
          ))}
        </Select>
        <Select label="Length" value={length} onChange={({ target }) => show({ days: target.value })}>
          {LENGTHS.map((days) => (
            <option key={days} value={days}>
              {days} days
            </option>
          ))}
        </Select>
        <FromForm key={from} from={from} onShow={(day) => show({ from: day === today ? undefined : day })} />
      </Row>
      <Loaded query={query} failureLink={<Link to="/club-days">Show the next 7 days</Link>}>
        {({ dates, clubs }) => {
          const shown = clubsOf(clubs, text, wanted);
          return (
            <>
              <p role="status">
                {shown.length === clubs.length
                  ? `${clubs.length} clubs`
                  : `${shown.length} of ${clubs.length} clubs`}
              </p>
              {shown.length > 0 ? <BoardTable dates={dates} clubs={shown} /> : null}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
