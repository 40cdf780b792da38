import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING, JAN } from '../../../../tests/operator/samples.ts';

async function searchFor(text: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByRole('searchbox'), `${text}{Enter}`);
}

test('one result is opened at once, and the way back leads to the search', async () => {
  serveOperator();
  const { router } = openOperator('/');
  await searchFor('jan.devries@fairway.example');
  expect(await screen.findByRole('heading', { level: 1, name: 'Jan de Vries' })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/member/${JAN}`);
  router.history.back();
  expect(await screen.findByRole('heading', { level: 1, name: 'Look up' })).toBeVisible();
});

test("a club's day has a slash in its id", async () => {
  serveOperator();
  const { router } = openOperator('/find?q=de-wilgenhoek%2F2026');
  expect(await screen.findByRole('heading', { level: 1, name: /De Wilgenhoek, 28/ })).toBeVisible();
  expect(router.state.location.pathname).toBe('/club_day/de-wilgenhoek/2026-11-28');
});

test('several results are listed with kind, title and detail', async () => {
  serveOperator();
  openOperator('/find?q=vries');
  expect(await screen.findByText('2 results')).toBeVisible();
  const [first, second] = screen.getAllByRole('listitem').slice(-2);
  expect(first).toHaveTextContent('MemberJan de Vriesjan.devries@fairway.example');
  expect(second).toHaveTextContent('MemberSanne de Vriessanne.devries@fairway.example');
  expect(screen.getByRole('searchbox')).toHaveValue('vries');
});

test('nothing found says what would be accepted', async () => {
  serveOperator();
  openOperator('/find?q=nobody');
  expect(await screen.findByText(/^Nothing was found\. Enter an e-mail address/)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'What you can enter' })).toBeVisible();
});

test('a position leads to its event', async () => {
  serveOperator();
  const { router } = openOperator('/');
  await searchFor('#1009');
  expect(await screen.findByRole('heading', { level: 1, name: 'Event #1009' })).toBeVisible();
  expect(await screen.findByText('Jan de Vries cancelled his own place')).toBeVisible();
  expect(router.state.location.pathname).toBe('/event/1009');
});

test('what was opened last is kept without names', async () => {
  serveOperator();
  const { router } = openOperator(`/booking/${BOOKING}`);
  await screen.findByRole('heading', { level: 1, name: 'De Wilgenhoek, Sat 28 Nov 2026' });
  await waitFor(() => expect(localStorage.length).toBe(1));
  expect(Object.values(localStorage)).toEqual([JSON.stringify([{ kind: 'booking', id: BOOKING }])]);

  await router.navigate({ to: '/' });
  expect(await screen.findByRole('link', { name: /FW-7K2M/ })).toBeVisible();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Clear this list' }));
  expect(screen.queryByRole('link', { name: /FW-7K2M/ })).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('a search that fails can be repeated', async () => {
  let isAway = true;
  serveOperator(
    {},
    {
      'GET /search': () =>
        isAway ? { status: 500, body: { success: false, error: 'The database is away.' } } : undefined,
    },
  );
  openOperator('/find?q=vries');
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.');
  isAway = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 results')).toBeVisible();
});
