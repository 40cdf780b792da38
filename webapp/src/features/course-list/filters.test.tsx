// The filters as a sheet, which a phone has.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';

beforeEach(() => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') });
});

test('on a phone the filters are a sheet that says how many clubs it leaves', async () => {
  const user = userEvent.setup();
  servePortal();
  beLoggedIn();
  openApp('/courses');
  await screen.findAllByRole('article');
  await user.click(screen.getByRole('button', { name: 'volgorde en filters' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Volgorde en filters' }));
  expect(sheet.queryByRole('button', { name: 'wis filters' })).toBeNull();
  await user.selectOptions(sheet.getByRole('combobox', { name: 'Holes' }), '18 holes');
  await user.click(await sheet.findByRole('button', { name: 'toon 5 banen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'volgorde en filters, 1 aan' })).toHaveFocus();
  expect(screen.getAllByRole('article')).toHaveLength(5);
});
