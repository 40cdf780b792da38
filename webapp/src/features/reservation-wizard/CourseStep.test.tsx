// The choice of a club: what its button says, and the filter by day.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
import { longDate } from '@/ui/format.ts';
import { beLoggedIn, openApp, servePortal } from '../../../tests/render.tsx';
import { clubs as samples } from '../../../tests/samples.ts';

const rights = { reservable: true, reason: '', this_month: { max_holes: 18 }, next_month: { max_holes: 18 } };
const me = {
  id: 'm1',
  email: 'jan.devries@fairway.example',
  first_name: 'Jan',
  prefix: 'de',
  last_name: 'Vries',
  playrights: rights,
};
const [zandhoeve, duinrand, , maasoever] = samples;

beforeEach(() => {
  beLoggedIn();
  dispatch({ type: 'reset' });
  dispatch({ type: 'join', me });
  dispatch({ type: 'choose-holes', holes: 18 });
});

const row = (club: object, changed: object) => ({ ...club, reservable: true, reason: '', ...changed });
const open = async () => {
  openApp('/reservation/course');
  return within(await screen.findByRole('list', { name: 'Banen' }));
};

test('all that a club shows stands in the name of its button, and what was played only above zero', async () => {
  const data = [
    row(duinrand, { your_plays: 0, first_free_day: today() }),
    row(maasoever, { your_plays: 3, reservable: false, reason: 'Heeft hier geen rondes over' }),
    row(zandhoeve, { your_plays: 2, lat: null, lon: null }),
  ];
  servePortal(undefined, {
    'POST /reservations/golfclubs': () => ({ status: 200, body: { success: true, data } }),
  });
  const list = await open();
  const buttons = list.getAllByRole('button');
  for (const button of buttons) {
    expect(button).toHaveAccessibleName(button.textContent.trim());
  }
  expect(buttons.map((button) => button.textContent.replaceAll('\u00a0', ' '))).toEqual([
    'Golfclub De Zandhoeve Ermelo · 9 en 18 holes 2 / 8 rondes, nog 6',
    'Golfbaan Duinrand Zandvoort · 9 en 18 holes vandaag vrij · nog 8 rondes',
    'Golfclub Maasoever Roermond · 9 holes je hebt hier geen rondes over',
  ]);
  expect(buttons[2]).toHaveAccessibleDescription('je hebt hier geen rondes over');
});

test('the filter by day shows the clubs that are free then, and the chosen club comes with that day', async () => {
  const user = userEvent.setup();
  servePortal(undefined, {
    'POST /reservations/golfclubs': ({ date }) => ({
      status: 200,
      body: {
        success: true,
        data: [row(duinrand, date ? { reservable: false, reason: 'Vol' } : {}), row(zandhoeve, {})],
      },
    }),
  });
  const list = await open();
  expect(list.getAllByRole('button')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'volgorde en filters' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Vrij op' }), longDate(today()));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Duinrand/ })).not.toBeInTheDocument());
  await user.click(await screen.findByRole('button', { name: /Zandhoeve/ }));
  expect(getDraft()).toMatchObject({ golfclub: { id: 'de-zandhoeve' }, date: today() });

  await user.click(screen.getByRole('button', { name: 'wis filters' }));
  expect(await screen.findByRole('button', { name: /Duinrand/ })).toBeVisible();
});
