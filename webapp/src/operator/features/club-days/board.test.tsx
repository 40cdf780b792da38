// The board of all clubs' days, and the players of a day.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING, JAN } from '../../../../tests/operator/samples.ts';
import { clubsOf } from './board.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T09:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const club = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const PLAYERS = '/clubs/de-wilgenhoek/2026-11-28/players';

test('the clubs lead to the next 7 days of all of them, and each day to its club', async () => {
  const office = serveOperator({ roles: ['auditor'] });
  const { router } = openOperator('/clubs');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'All clubs, next 7 days' }));
  const wilgenhoek = within(await club('De Wilgenhoek'));
  expect(office.requests.at(-1)).toBe('GET /club-days?from=2026-11-25&days=7');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Club',
    'Wed 25 Nov',
    'Thu 26 Nov',
    'Fri 27 Nov',
    'Sat 28 Nov',
    'Sun 29 Nov',
    'Mon 30 Nov',
    'Tue 1 Dec',
  ]);
  expect(wilgenhoek.getByRole('link', { name: /Mon 30 Nov 2026: 0 of 96 closed/ })).toHaveTextContent(
    'closed',
  );
  expect(
    screen.getByRole('link', {
      name: 'Het Duin, Wed 25 Nov 2026: 40 of 40 full 2 groups wait',
    }),
  ).toBeVisible();
  expect(await violations()).toEqual([]);
  await user.click(wilgenhoek.getByRole('link', { name: /Sat 28 Nov 2026/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'De Wilgenhoek' })).toBeVisible();
  expect(router.state.location.href).toBe('/clubs/de-wilgenhoek?from=2026-11-28');
});

test('the board is filtered by name, town and state, and begins on another day', async () => {
  const office = serveOperator();
  const { router } = openOperator('/club-days');
  const user = userEvent.setup();
  await club('Het Duin');
  expect(screen.getByText('2 clubs')).toBeVisible();
  await user.type(screen.getByLabelText('Club or town'), 'amersf');
  expect(screen.getByText('1 of 2 clubs')).toBeVisible();
  expect(screen.queryByRole('row', { name: /Het Duin/ })).toBeNull();
  await user.clear(screen.getByLabelText('Club or town'));
  for (const [state, name] of [
    ['Closed', 'De Wilgenhoek'],
    ['Full', 'Het Duin'],
    ['With waiting groups', 'Het Duin'],
  ] as const) {
    await user.selectOptions(screen.getByLabelText('State'), state);
    expect(await screen.findByText('1 of 2 clubs')).toBeVisible();
    expect(await club(name)).toBeVisible();
  }
  expect(router.state.location.search).toEqual({ state: 'waiting' });
  await user.selectOptions(screen.getByLabelText('State'), 'Every state');
  await user.selectOptions(screen.getByLabelText('Length'), '14 days');
  await user.clear(screen.getByLabelText('Days from'));
  await user.type(screen.getByLabelText('Days from'), '2026-12-01');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByRole('columnheader', { name: 'Mon 14 Dec' })).toBeVisible();
  expect(office.requests.at(-1)).toBe('GET /club-days?from=2026-12-01&days=14');
});

test('clubs are found by their names without accents, and by the state of a day', () => {
  const day = { date: '2026-11-28', claimed: 3, held: 2, capacity: null, waiting: 100 };
  const clubs = [{ id: 'a', name: 'Één', city: 'Ede', days: [{ ...day, state: 'open', closed: null }] }];
  expect(clubsOf(clubs, 'een', 'waiting')).toHaveLength(1);
  expect(clubsOf(clubs, 'een', 'full')).toHaveLength(0);
});

test('the players of a day are listed by round, to telephone and to print', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  onTestFinished(() => void vi.unstubAllGlobals());
  serveOperator({ roles: ['support'] });
  openOperator('/clubs/de-wilgenhoek?from=2026-11-28');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('link', { name: 'Players on Sat 28 Nov 2026' }));
  await screen.findByRole('heading', { level: 1, name: 'Players on Sat 28 Nov 2026 at De Wilgenhoek' });
  expect(screen.getByText('Starts: Elke dag vanaf 9.00 uur')).toBeVisible();
  expect(screen.getByText(/^2 rounds with 4 places/)).toBeVisible();
  const jan = within(screen.getByRole('row', { name: /Jan de Vries/ }));
  expect(jan.getByRole('link', { name: 'Jan de Vries' })).toHaveAttribute('href', `/operator/member/${JAN}`);
  expect(jan.getByRole('link', { name: '+31612345678' })).toHaveAttribute('href', 'tel:+31612345678');
  expect(jan.getByRole('link', { name: 'N91W-1PP0' })).toHaveAttribute(
    'href',
    `/operator/booking/${BOOKING}`,
  );
  expect(screen.getByRole('row', { name: /Sanne de Vries/ })).toHaveTextContent('Greenfee 18 holes');
  expect(screen.getByRole('row', { name: /Tom Mulder/ })).toHaveTextContent('not known');
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('the players are taken out as a file, with a reason', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { createObjectURL, revokeObjectURL } = URL;
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }));
  Object.assign(URL, { createObjectURL: () => 'blob:of-the-file', revokeObjectURL: () => {} });
  const sent: unknown[] = [];
  serveOperator(
    { roles: ['support'] },
    {
      'POST /clubs/de-wilgenhoek/days/2026-11-28/players/export': ({ body }) => {
        sent.push(body);
        return { body: 'booking;holes' };
      },
    },
  );
  openOperator(PLAYERS);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Export as CSV' }));
  await user.type(dialog.getByLabelText('Reason'), 'to telephone them');
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Saved as export.csv.')).toBeVisible();
  expect(sent).toEqual([{ reason: 'to telephone them' }]);
});

test('an empty day has nothing to print, and another date than a day is no page', async () => {
  serveOperator({ roles: ['support'] });
  const { router } = openOperator('/clubs/de-wilgenhoek/2026-11-26/players');
  expect(await screen.findByText('Nobody plays on this day.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  await router.navigate({ href: '/clubs/de-wilgenhoek/tomorrow/players' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('an auditor is told which role the players need', async () => {
  const office = serveOperator({ roles: ['auditor'] });
  openOperator(PLAYERS);
  expect(await screen.findByText('Reading who plays on a day needs the role support.')).toBeVisible();
  expect(office.requests.some((request) => request.includes('players'))).toBe(false);
});
