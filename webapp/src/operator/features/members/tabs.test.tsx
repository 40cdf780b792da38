import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { fail } from '../../../../tests/mockResponse.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { JAN } from '../../../../tests/operator/samples.ts';
import { tabOf } from './tabs.ts';

const ADDRESS = `/member/${JAN}`;
const part = (name: string) => within(screen.getByRole('region', { name }));
/** Each call once: in its strict mode React asks twice. */
const asked = (requests: readonly string[]) => [
  ...new Set(
    requests.filter((request) => !request.startsWith('GET /session')).map((request) => request.split('?')[0]),
  ),
];

test('the first tab asks for the account alone, and each other one when it is opened', async () => {
  const office = serveOperator();
  openOperator(ADDRESS);
  const user = userEvent.setup();
  await screen.findByRole('region', { name: 'Account' });
  expect(asked(office.requests)).toEqual([`GET /members/${JAN}`]);
  const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }));
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Account and acts',
    'Ledger',
    'Timeline',
    'Mails',
    'Refusals',
    'Sessions',
    'Notes',
  ]);
  expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent('Account and acts');

  await user.click(tabs.getByRole('link', { name: 'Timeline' }));
  await screen.findByRole('heading', { level: 2, name: 'Timeline' });
  await waitFor(() => expect(asked(office.requests)).toContain('GET /timeline'));
  // The state is made of the whole history.
  expect(asked(office.requests)).not.toContain('GET /subject');
  for (const [tab, call] of [
    ['Ledger', `GET /members/${JAN}/ledger`],
    ['Mails', 'GET /mails'],
    ['Refusals', 'GET /refusals'],
    ['Notes', `GET /members/${JAN}/notes`],
  ] as const) {
    expect(asked(office.requests)).not.toContain(call);
    await user.click(tabs.getByRole('link', { name: tab }));
    await waitFor(() => expect(asked(office.requests)).toContain(call));
    expect(tabs.getByRole('link', { current: 'page' })).toHaveTextContent(tab);
  }
});

test('an admin alone gets the account, without tabs', async () => {
  const office = serveOperator({ roles: ['admin'] });
  openOperator(`${ADDRESS}?tab=timeline`);
  await screen.findByRole('region', { name: 'Account' });
  expect(screen.queryByRole('navigation', { name: 'Parts of this page' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Why?' })).toBeNull();
  expect(asked(office.requests)).toEqual([`GET /members/${JAN}`]);
});

test('addresses of before lead to the tabs', async () => {
  serveOperator();
  const { router } = openOperator(`/members/${JAN}`);
  await screen.findByRole('region', { name: 'Account' });
  expect(router.state.location).toMatchObject({ pathname: ADDRESS, search: {} });
  await router.navigate({
    to: '/$kind/$',
    params: { kind: 'member', _splat: JAN },
    search: { view: 'timeline' },
  });
  expect(await screen.findByRole('heading', { level: 2, name: 'Timeline' })).toBeVisible();
  expect(router.state.location.search).toEqual({ tab: 'timeline' });
});

test('a moment or a filter alone opens the timeline, and an unknown tab the first one', () => {
  expect(tabOf({})).toBe('overview');
  expect(tabOf({ tab: 'notes', at: '2026-11-01' })).toBe('notes');
  for (const search of [{ at: '2026-11-01' }, { sequence: '5' }, { compare_at: '1' }, { events: 'A' }])
    expect(tabOf(search)).toBe('timeline');
  expect(tabOf({ view: 'state' })).toBe('timeline');
  expect(tabOf({ tab: 'orders' })).toBe('overview');
});

test('a tab that does not exist is named, with those that do', async () => {
  serveOperator();
  openOperator(`${ADDRESS}?tab=orders`);
  expect(
    await screen.findByText(/^There is no tab “orders”\. There are: Account and acts, Ledger/),
  ).toBeVisible();
});

test('the ledger says how each right was used, by whom and why', async () => {
  serveOperator();
  openOperator(`${ADDRESS}?tab=ledger`);
  const lost = await screen.findByRole('row', { name: /Sat 14 Nov 2026 Forfeited/ });
  expect(lost).toHaveTextContent(/Op de speeldatum afgemeld\..*by Jan de Vries/);
  expect(within(lost).getByRole('link', { name: '#1039' })).toHaveAttribute('href', '/operator/event/1039');
  expect(screen.getByRole('row', { name: /Mon 2 Nov 2026 Used/ })).toHaveTextContent('not known');
  expect(screen.getByLabelText('Pass')).toHaveDisplayValue('Doordeweeks 2026, 1 Jan 2026 to 31 Dec 2026');
  expect(await violations()).toEqual([]);
});

test('the mails of the member are those that were sent, and the other lists are a press away', async () => {
  const office = serveOperator();
  openOperator(`${ADDRESS}?tab=mails`);
  await screen.findByRole('table', { name: 'Mails that were sent, latest first' });
  await userEvent.setup().click(screen.getByRole('link', { name: 'Waiting' }));
  await screen.findByRole('table', { name: 'Mails that wait, the next one first' });
  const mails = office.requests.filter((request) => request.startsWith('GET /mails'));
  expect([...new Set(mails)]).toEqual([
    `GET /mails?list=sent&member=${JAN}`,
    `GET /mails?list=waiting&member=${JAN}`,
  ]);
  expect(await violations()).toEqual([]);
});

test('a note is added and removed; one that fails stays typed', async () => {
  const texts: unknown[] = [];
  serveOperator(
    {},
    {
      [`POST /members/${JAN}/notes`]: ({ body }) => {
        texts.push(body['text']);
        return texts.length === 1 ? fail(503, 'The database is away.') : undefined;
      },
    },
  );
  openOperator(`${ADDRESS}?tab=notes`);
  const user = userEvent.setup();
  expect(await screen.findByText(/^Belde twee keer\./)).toBeVisible();
  const note = screen.getByLabelText('Note');
  expect(note).toHaveAccessibleDescription(/the member may read it/);
  await user.click(screen.getByRole('button', { name: 'Add the note' }));
  expect(note).toHaveAccessibleDescription(/Write the note first\./);
  await user.type(note, 'Wants to be called in the morning.');
  await user.click(screen.getByRole('button', { name: 'Add the note' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.');
  expect(note).toHaveValue('Wants to be called in the morning.');
  expect(await violations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add the note' }));
  expect(
    await part('Notes').findByText('Wants to be called in the morning.', { selector: 'p' }),
  ).toBeVisible();
  expect(note).toHaveValue('');

  await user.click(screen.getByRole('button', { name: 'Remove the note of 20 Nov 2026 10:00:00' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Remove this note?' }));
  expect(dialog.getByText(/^Belde twee keer\./)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Remove the note' }));
  await waitFor(() => expect(screen.queryByText(/^Belde twee keer\./)).toBeNull());
});

test('an auditor reads the notes and writes none', async () => {
  serveOperator({ roles: ['auditor'] });
  openOperator(`${ADDRESS}?tab=notes`);
  expect(await screen.findByText(/^Belde twee keer\./)).toBeVisible();
  expect(part('Notes').queryByRole('button')).toBeNull();
  expect(screen.queryByLabelText('Note')).toBeNull();
});
