// As tests/renderedRows.test.tsx: an arrival renders the row of its player, however many play.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { today } from '../../src/api/clock.ts';
import * as words from '../../src/club/features/arrivals/words.ts';
import { keptList } from '../../src/club/features/scan/store.ts';
import { flight, player } from './daySamples.ts';
import { FakeEventSource, openClub, serveClub } from './render.tsx';

test('an arrival renders one row, and a search or a day that is read again renders none that stays', async () => {
  const user = userEvent.setup();
  const { rightText } = words;
  // Each player has a right of their own, which every row shows.
  const rendered = vi.fn<typeof rightText>(rightText);
  vi.spyOn(words, 'rightText').mockImplementation(rendered);
  const rows = () => [...new Set(rendered.mock.calls.flat())];
  const jan = player('Jan');
  const { days } = serveClub({
    days: {
      [today()]: {
        flights: [
          flight('FW-1', '09:10', jan, player('Sanne', { entitled_by: 'bonus' })),
          flight('FW-2', '09:20', player('Anouk', { entitled_by: 'voucher' })),
        ],
      },
    },
  });
  openClub('/');
  const press = await screen.findByRole('button', { name: 'Jan aangekomen' });
  await waitFor(async () => expect(await keptList()).toBeDefined());
  expect(rows()).toEqual(['pass', 'bonus', 'voucher']);
  rendered.mockClear();
  await user.click(press);
  await waitFor(() => expect(days.scans.size).toBe(1));
  jan.arrived_by = 'Starter';
  act(() => FakeEventSource.opened.at(-1)?.report(today()));
  expect(await screen.findByText('Starter')).toBeInTheDocument();
  expect(rows()).toEqual(['pass']);

  rendered.mockClear();
  await user.type(screen.getByRole('searchbox'), 'an');
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
  expect(rows()).toEqual([]);
});
