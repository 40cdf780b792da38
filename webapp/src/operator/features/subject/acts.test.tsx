import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { fail } from '../../../../tests/mockResponse.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING, JAN } from '../../../../tests/operator/samples.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const part = (name: string) => within(screen.getByRole('region', { name }));

test('a booking is named in words, with its number and its players, and places of it are cancelled there', async () => {
  const sent: unknown[] = [];
  serveOperator(
    {},
    {
      [`POST /bookings/${BOOKING}/cancel`]: ({ body }) => {
        sent.push(body);
        return undefined;
      },
    },
  );
  openOperator(`/booking/${BOOKING}`);
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'De Wilgenhoek, Sat 28 Nov 2026' });
  await user.click(screen.getByRole('button', { name: 'Copy the booking number' }));
  expect(await navigator.clipboard.readText()).toBe('N91W-1PPE');
  expect(screen.getByText('Start time 09:20, agreed by Jan de Vries')).toBeVisible();
  const row = (name: RegExp) => part('Players').getByRole('row', { name });
  expect(row(/Jan de Vries/)).toHaveTextContent(/master of the group.*pass.*active/);
  expect(within(row(/Jan de Vries/)).getByRole('link')).toHaveAttribute('href', `/operator/member/${JAN}`);
  expect(row(/cancelled/)).toHaveTextContent(/Tom Mulder.*21 Nov 2026.*the right is forfeited/);
  expect(await violations()).toEqual([]);

  await user.click(part('Players').getByRole('button', { name: /^Cancel the round at De Wilgenhoek/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel at De Wilgenhoek on Sat 28 Nov 2026' }));
  // Nobody is chosen of a group.
  expect(dialog.getByRole('button', { name: 'Cancel 0 places' })).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: /Sanne de Vries/ }));
  await user.type(dialog.getByLabelText('Reason'), 'asked by telephone');
  await user.click(dialog.getByRole('button', { name: 'Cancel 1 place' }));
  expect(await part('Players').findByText(/^Cancelled: 1 place at De Wilgenhoek/)).toBeVisible();
  expect(sent).toEqual([{ reason: 'asked by telephone', places: ['place-2'], rights: 'by_rule' }]);
  await waitFor(() => expect(part('Players').queryByText('Sanne de Vries')).toBeNull());
});

test('an auditor reads the players and cancels nothing', async () => {
  serveOperator({ roles: ['auditor'] });
  openOperator(`/booking/${BOOKING}`);
  expect(await screen.findByRole('region', { name: 'Players' })).toBeVisible();
  expect(part('Players').queryByRole('button')).toBeNull();
});

test('a booking that the read models lack is shown by its history alone', async () => {
  serveOperator({}, { [`GET /bookings/${BOOKING}`]: () => fail(404, 'Nothing is known of it yet.') });
  openOperator(`/booking/${BOOKING}`);
  expect(await screen.findByText('How it stands now')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'FW-7K2M' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Players' })).toBeNull();
});

test("a club's day can be closed and limited from its own page", async () => {
  serveOperator();
  openOperator('/club_day/de-wilgenhoek/2026-11-28');
  expect(await screen.findByRole('region', { name: 'This day' })).toBeVisible();
  expect(part('This day').getByText('4 of 96')).toBeVisible();
  const links = part('This day').getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/operator/clubs/de-wilgenhoek/2026-11-28/players',
    '/operator/clubs/de-wilgenhoek/2026-11-28/close',
    '/operator/clubs/de-wilgenhoek/2026-11-28/limit',
  ]);
  expect(await violations()).toEqual([]);
});

test("a club's day that is limited is reopened on its own page", async () => {
  const { clubDays } = serveOperator();
  clubDays.limit('2026-11-28', 10);
  openOperator('/club_day/de-wilgenhoek/2026-11-28');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Reopen Sat 28 Nov 2026' }));
  await user.type(screen.getByLabelText('Reason'), 'the match is off{Enter}');
  expect(await screen.findByText(/^Sat 28 Nov 2026 is open again/)).toBeVisible();
  expect(await part('This day').findByText('4 of 96')).toBeVisible();
});

test("a club's day that is past has no acts", async () => {
  vi.setSystemTime('2026-11-29T10:00:00Z');
  serveOperator();
  openOperator('/club_day/de-wilgenhoek/2026-11-28');
  expect(await screen.findByRole('region', { name: 'This day' })).toBeVisible();
  expect(part('This day').queryByRole('link')).toBeNull();
});
