// A tap on one row of a long list renders that row, and no other: what all rows cost is not part of a tap. Each test
// counts the renders of a row by a part that every row has.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import * as clubText from '@/features/courses/clubText.ts';
import * as plays from '@/features/courses/Plays.tsx';
import { dispatch } from '@/features/draft/draftStore.ts';
import * as highlighted from '@/features/faq/Highlighted.tsx';
import * as dateTile from '@/features/reservations/DateTile.tsx';
import { beLoggedIn, openApp, servePortal } from './render.tsx';

const rendered: string[] = [];

const jan = 'jan.devries@fairway.example';

beforeEach(() => {
  rendered.length = 0;
  beLoggedIn();
  const { Plays } = plays;
  vi.spyOn(plays, 'Plays').mockImplementation((props) => {
    rendered.push('a course');
    return Plays(props);
  });
  const { playsText } = clubText;
  vi.spyOn(clubText, 'playsText').mockImplementation(
    (club: Parameters<typeof playsText>[0] & { name?: string }) => {
      rendered.push(String(club.name));
      return playsText(club);
    },
  );
  const { HighlightedText } = highlighted;
  vi.spyOn(highlighted, 'HighlightedText').mockImplementation((props) => {
    rendered.push(props.text);
    return HighlightedText(props);
  });
  const { DateTile } = dateTile;
  vi.spyOn(dateTile, 'DateTile').mockImplementation((props) => {
    rendered.push(props.day);
    return DateTile(props);
  });
});

/** Without the second render of strict mode. */
const renderedRows = () => [...new Set(rendered)].toSorted();

test('a question that is opened does not render the others', async () => {
  const user = userEvent.setup();
  servePortal();
  openApp('/faq');
  const question = await screen.findByRole('button', { name: 'Tot wanneer kan ik gratis annuleren?' });
  expect(renderedRows().length).toBeGreaterThan(2);
  rendered.length = 0;
  await user.click(question);
  expect(question).toHaveAttribute('aria-expanded', 'true');
  expect(renderedRows()).toEqual(['Tot wanneer kan ik gratis annuleren?']);
});

test('a letter in the search renders no course that stays', async () => {
  const user = userEvent.setup();
  servePortal();
  openApp('/courses');
  expect(await screen.findAllByRole('article')).toHaveLength(6);
  expect(rendered).not.toEqual([]);
  rendered.length = 0;
  await user.type(screen.getByRole('searchbox', { name: 'Zoek een baan' }), 'd');
  await user.clear(screen.getByRole('searchbox', { name: 'Zoek een baan' }));
  await user.type(screen.getByRole('searchbox', { name: 'Zoek een baan' }), 'h');
  expect(screen.getAllByRole('article')).toHaveLength(6);
  expect(rendered).toEqual([]);
});

test('a club that is chosen in the wizard renders only itself and the one that was chosen before', async () => {
  const user = userEvent.setup();
  servePortal();
  const rights = {
    reservable: true,
    reason: '',
    this_month: { max_holes: 18 },
    next_month: { max_holes: 18 },
  };
  dispatch({ type: 'reset' });
  dispatch({
    type: 'join',
    me: { id: 'm1', email: jan, first_name: 'Jan', prefix: 'de', last_name: 'Vries', playrights: rights },
  });
  dispatch({ type: 'choose-holes', holes: 18 });
  openApp('/reservation/course');
  await user.click(await screen.findByRole('button', { name: /Duinrand/ }));
  rendered.length = 0;
  const club = screen.getByRole('button', { name: /Weidewater/ });
  await user.click(club);
  expect(club).toHaveAttribute('aria-pressed', 'true');
  expect(renderedRows()).toEqual(['Golfbaan Duinrand', 'Golfclub Weidewater']);
});

test('more rounds do not render those that are shown already', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  for (let round = 1; round <= 13; round += 1) portal.book(round % 6, -round, [jan]);
  openApp('/reservations/history');
  expect(await screen.findAllByRole('article')).toHaveLength(10);
  rendered.length = 0;
  await user.click(screen.getByRole('button', { name: 'meer rondes' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(13));
  expect(renderedRows()).toHaveLength(3);
});

test('a dialog about one of the upcoming rounds renders none of them', async () => {
  const user = userEvent.setup();
  const portal = servePortal();
  for (let round = 1; round <= 4; round += 1) portal.book(round, round, [jan]);
  openApp('/reservations');
  expect(await screen.findAllByRole('article')).toHaveLength(4);
  expect(renderedRows()).toHaveLength(4);
  rendered.length = 0;
  const [, second] = screen.getAllByRole('button', { name: 'annuleren' });
  if (second) await user.click(second);
  await user.click(await screen.findByRole('button', { name: 'terug' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(rendered).toEqual([]);
});
