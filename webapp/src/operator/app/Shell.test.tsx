import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { JAN } from '../../../tests/operator/samples.ts';
import { openOperator, serveOperator } from '../../../tests/operator/render.tsx';

const navigation = async () => within(await screen.findByRole('navigation', { name: 'Screens' }));

test.each([
  [
    ['support'],
    ['Look up', 'Why?', 'Refusals', 'Clubs', 'Club accounts', 'Statements', 'Mails', 'What runs'],
  ],
  [
    ['auditor'],
    [
      'Look up',
      'Why?',
      'Refusals',
      'Clubs',
      'Statements',
      'Mails',
      'Content',
      'What runs',
      'Projections',
      'Integrity',
      'Figures',
      'Actions',
      'Operators',
    ],
  ],
  [
    ['admin'],
    [
      'Look up',
      'Club accounts',
      'Statements',
      'Mails',
      'Content',
      'What runs',
      'Projections',
      'Integrity',
      'Figures',
      'Actions',
      'Operators',
    ],
  ],
  [['content'], ['Content']],
] as const)('the roles %j see the screens %j', async (roles, labels) => {
  serveOperator({ roles });
  openOperator('/account');
  const links = (await navigation()).queryAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(labels);
});

test('the screens are in groups, without those of which the roles see nothing', async () => {
  serveOperator({ roles: ['support'] });
  openOperator('/account');
  const lists = (await navigation()).getAllByRole('list');
  expect(lists.flatMap((list) => list.getAttribute('aria-label') ?? [])).toEqual(['Support', 'System']);
});

test('who writes content only has no search', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Fairway operators' })).toBeVisible();
  expect(screen.queryByRole('search')).toBeNull();
});

test('an admin finds members, and their accounts', async () => {
  serveOperator({ roles: ['admin'] });
  const { router } = openOperator('/');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('searchbox'), 'jan.devries@fairway.example{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/member/${JAN}`));
});

test('Ctrl+K leads to a screen by its name and to whom the search finds', async () => {
  serveOperator();
  const { router } = openOperator('/account');
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'Your account' });
  await user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Go to' }));
  await user.type(dialog.getByRole('textbox'), 'refus');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/refusals'));
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.keyboard('{Control>}k{/Control}');
  const again = within(await screen.findByRole('dialog', { name: 'Go to' }));
  await user.type(again.getByRole('textbox'), 'sanne');
  await user.click(await again.findByRole('link', { name: /Sanne de Vries/ }));
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/member\//));
});

test('without a session the log-in opens, which knows the way back', async () => {
  serveOperator({ isLoggedIn: false });
  const { router } = openOperator(`/member/${JAN}?sequence=3`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(router.state.location.search).toEqual({ back: `/member/${JAN}?sequence=3` });
});

test('a session that ends leads to the log-in and back to the same state', async () => {
  const office = serveOperator();
  const { router } = openOperator(`/member/${JAN}?sequence=3`);
  await screen.findByRole('heading', { level: 1, name: 'Jan de Vries' });

  office.endSession();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Back to now' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(screen.queryByText('Esra Kaya')).toBeNull();

  await user.type(screen.getByLabelText('E-mail address'), 'esra@fairway.example');
  await user.type(screen.getByLabelText('Password'), 'a long password');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Jan de Vries' })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/member/${JAN}`);
});

test('logging out sends the CSRF token and forgets what was looked at', async () => {
  let token: string | null = null;
  serveOperator(
    {},
    {
      'POST /logout': ({ headers }) => {
        token = headers.get('x-csrf-token');
        return undefined;
      },
    },
  );
  const { queryClient } = openOperator('/account');
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(token).toBe('csrf-1');
  await waitFor(() => expect(screen.queryByText('Esra Kaya')).toBeNull());
  expect(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.data),
  ).toEqual([undefined]);
});

test('a log-out that fails says that the session still runs', async () => {
  serveOperator({}, { 'POST /logout': () => ({ status: 503 }) });
  openOperator('/account');
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('Logging out failed: you are still logged in.')).toBeVisible();
});

test('`/` leads to the search from anywhere but an input, where it is a letter', async () => {
  serveOperator();
  openOperator('/event/1009');
  await screen.findByText('Jan de Vries cancelled his own place');
  const user = userEvent.setup();
  await user.keyboard('/');
  const box = screen.getByRole('searchbox', { name: 'Search' });
  expect(box).toHaveFocus();
  await user.keyboard('a/b');
  expect(box).toHaveValue('a/b');
});

test('a `/` that is pressed in the search of the first screen is no letter of the search', async () => {
  serveOperator();
  openOperator('/');
  const box = await screen.findByRole('searchbox');
  await userEvent.setup().type(box, '/jan');
  expect(box).toHaveValue('jan');
});

test('the search names its key only where there is a keyboard', async () => {
  serveOperator();
  openOperator('/account');
  const box = await screen.findByRole('searchbox', { name: 'Search' });
  expect(box).toHaveAttribute('placeholder', 'Search');
});

test('after a navigation the focus is on the heading', async () => {
  serveOperator();
  openOperator('/event/1009');
  await userEvent.setup().click(await screen.findByRole('link', { name: 'Jan de Vries' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  await waitFor(() => expect(document.title).toBe('Jan de Vries · Fairway operators'));
});

test('an unknown address and an unknown kind say so', async () => {
  serveOperator();
  const { router } = openOperator('/nowhere');
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await router.navigate({ href: '/club/de-wilgenhoek' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});
