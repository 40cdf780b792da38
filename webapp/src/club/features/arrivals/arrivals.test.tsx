import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import * as queue from '@/club/features/scan/queue.ts';
import * as store from '@/club/features/scan/store.ts';
import {
  arrived,
  dayOf,
  FakeEventSource,
  flight,
  irregularScan,
  openDay,
  player,
  serveDays,
} from '../../../../tests/club/day.tsx';
import { forgetKnown } from './own.ts';

const row = async (name: string) => (await screen.findByText(name)).closest('li')!;
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('shows the flights in order with who arrived, and finds a player by a part of the name', async () => {
  const user = userEvent.setup();
  serveDays(() =>
    dayOf([
      flight('FW-3', null, player('Kees Blom')),
      flight('FW-2', '10:00', arrived('Zoë Bakker', { seen_again: 2, played_holes: 9 })),
      flight('FW-1', '09:10', player('Jan de Vries', { entitled_by: 'bonus', walk_in: true })),
    ]),
  );
  openDay();
  expect(await screen.findByText('1 van 3 aangekomen')).toBeInTheDocument();
  expect(names()).toEqual([
    '09:10 18 holes · FW-1',
    '10:00 18 holes · FW-2',
    'geen starttijd 18 holes · FW-3',
  ]);
  expect(await row('Jan de Vries')).toHaveTextContent('bonusvoucher zonder boeking');
  const zoe = await row('Zoë Bakker');
  expect(zoe).toHaveTextContent('10:12Starter');
  expect(zoe).toHaveTextContent('9 holes in plaats van 18');
  expect(zoe).toHaveTextContent('nog 2 keer gezien');

  await user.type(screen.getByRole('searchbox'), 'zoe');
  await waitFor(() => expect(names()).toEqual(['10:00 18 holes · FW-2']));
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'niemand');
  expect(await screen.findByText('Niemand gevonden voor ‘niemand’.')).toBeInTheDocument();
});

test('a press records the arrival of the place and shows it at once, until the server’s list has it', async () => {
  const user = userEvent.setup();
  let listed = player('Jan');
  serveDays(() => dayOf([flight('FW-1', '09:10', listed)]));
  const recordScan = vi.spyOn(queue, 'recordScan').mockResolvedValue(undefined as never);
  openDay();
  await user.click(await screen.findByRole('button', { name: 'Jan aangekomen' }));
  expect(recordScan.mock.calls).toEqual([[{ place: 'place of Jan' }, 'list']]);
  expect(await screen.findByText('1 van 1 aangekomen')).toBeInTheDocument();
  expect(await row('Jan')).toHaveTextContent('Balie');

  listed = arrived('Jan');
  act(() => FakeEventSource.opened.at(-1)?.report(today()));
  await waitFor(async () => expect(await row('Jan')).toHaveTextContent('10:12Starter'));
  expect(screen.getByText('1 van 1 aangekomen')).toBeInTheDocument();
});

test('an arrival that the device could not keep is taken back and said', async () => {
  const user = userEvent.setup();
  serveDays(() => dayOf([flight('FW-1', '09:10', player('Jan'))]));
  vi.spyOn(queue, 'recordScan').mockRejectedValue(new Error('full'));
  openDay();
  await user.click(await screen.findByRole('button', { name: 'Jan aangekomen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'De aankomst van Jan is niet bewaard op dit toestel.',
  );
  expect(screen.getByText('0 van 1 aangekomen')).toBeInTheDocument();
});

test('an arrival is taken back with a reason', async () => {
  const user = userEvent.setup();
  let listed = arrived('Jan');
  const sent = serveDays(() => dayOf([flight('FW-1', '09:10', listed)]), {
    '/arrivals/annul': () => void (listed = player('Jan', { status: 'annulled' })),
  });
  openDay();
  await user.click(await screen.findByRole('button', { name: /^Jan/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Aangekomen om 10:12, door Starter (camera).')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'aankomst terugdraaien…' }));
  await user.click(screen.getByRole('button', { name: 'terugdraaien' }));
  expect(screen.getByText('Kies een reden.')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Anders' }));
  await user.click(screen.getByRole('button', { name: 'terugdraaien' }));
  expect(screen.getByText('Schrijf in een paar woorden waarom.')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Verkeerde speler' }));
  await user.click(screen.getByRole('button', { name: 'terugdraaien' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    ['/arrivals/annul', { date: today(), place: 'place of Jan', reason: 'Verkeerde speler' }],
  ]);
  expect(await screen.findByText('teruggedraaid')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Jan aangekomen' })).toBeInTheDocument();
});

test('the holes are corrected to the other number; a refusal keeps the reason', async () => {
  const user = userEvent.setup();
  let refused = true;
  const sent = serveDays(() => dayOf([flight('FW-1', '09:10', arrived('Jan'))]), {
    '/arrivals/holes': () => (refused ? { status: 409, error: 'Dit kan niet meer.' } : undefined),
  });
  openDay();
  await user.click(await screen.findByRole('button', { name: /^Jan/ }));
  await user.click(await screen.findByRole('button', { name: 'corrigeren naar 9 holes…' }));
  await user.click(screen.getByRole('radio', { name: 'Anders' }));
  await user.type(screen.getByLabelText('In je eigen woorden'), 'onweer');
  await user.click(screen.getByRole('button', { name: 'op 9 holes zetten' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Dit kan niet meer.');
  expect(screen.getByLabelText('In je eigen woorden')).toHaveValue('onweer');
  refused = false;
  await user.click(screen.getByRole('button', { name: 'op 9 holes zetten' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.at(-1)?.[1]).toEqual({ date: today(), place: 'place of Jan', holes: 9, reason: 'onweer' });
});

test('who may not correct reads why there are no buttons', async () => {
  const user = userEvent.setup();
  serveDays(() => dayOf([flight('FW-1', '09:10', arrived('Jan'))], { can_correct: false }));
  openDay();
  await user.click(await screen.findByRole('button', { name: /^Jan/ }));
  expect(screen.queryByRole('button', { name: /terugdraaien/ })).not.toBeInTheDocument();
  expect(screen.getByText(/Een beheerder kan de aankomst/)).toBeInTheDocument();
});

test('without the server the list of the device is shown, with when it was fetched, and arrivals go on', async () => {
  const user = userEvent.setup();
  serveDays(() => null);
  vi.spyOn(store, 'readOfflineDay').mockResolvedValue({
    at: Date.parse('2026-11-28T09:05:00+01:00'),
    day: {
      date: today(),
      flights: [
        {
          booking_number: 'FW-1',
          holes: 18,
          start_time: '09:10',
          players: [
            {
              place: 'p1',
              short_name: 'Jan V.',
              code_hash: '',
              status: 'expected',
              arrived_at: null,
              arrived_by: null,
            },
          ],
        },
      ],
    },
  });
  const recordScan = vi.spyOn(queue, 'recordScan').mockResolvedValue(undefined as never);
  openDay();
  expect(await screen.findByText(/bijgewerkt om 09:05/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Jan V. aangekomen' }));
  expect(recordScan).toHaveBeenCalledOnce();
  expect(await screen.findByText('1 van 1 aangekomen')).toBeInTheDocument();
  forgetKnown({ date: today(), flights: [] });
});

test('another day is in the address; on a past day nobody arrives', async () => {
  const user = userEvent.setup();
  const yesterday = addDays(today(), -1);
  serveDays((date) => dayOf([flight('FW-1', '09:10', player('Jan'))], { date, first_date: yesterday }));
  const { router } = openDay();
  await screen.findByRole('button', { name: 'Jan aangekomen' });
  await user.click(screen.getByRole('button', { name: 'vorige dag' }));
  expect(await screen.findByText('niet gezien')).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ date: yesterday });
  expect(screen.getByRole('button', { name: 'vorige dag' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'speler zonder boeking' })).not.toBeInTheDocument();
});

test('names waiting groups, silent devices and scans to decide on', async () => {
  serveDays(() =>
    dayOf([], {
      waiting: [{ names: ['Jan', 'Sanne'], holes: 9 }],
      devices: [{ name: 'Starter', last_synced_at: null, waiting_scans: 3 }],
      irregular: [irregularScan('a'), irregularScan('b'), irregularScan('c', { counts: true })],
    }),
  );
  openDay();
  expect(await screen.findByRole('link', { name: '2 te beslissen' })).toHaveAttribute('href', '/irregular');
  expect(screen.getByText('Jan en Sanne, 9 holes')).toBeInTheDocument();
  expect(screen.getByText(/Starter heeft nog geen contact.*Er wachten 3 scans/)).toBeInTheDocument();
});

test('the paper has a line with a box for each player, and a column for notes', async () => {
  const jan = arrived('Jan', { played_holes: 9, has_left: true });
  const piet = player('Piet', { walk_in: true });
  serveDays(() => dayOf([flight('FW-2', null, player('Kees')), flight('FW-1', '09:10', jan, piet)]));
  openDay();
  await screen.findByText('1 van 3 aangekomen');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await act(async () => void (await import('./PrintList.tsx')));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Golfclub Duinrand, /);
  const lines = screen.getAllByRole('row').map((line) => line.textContent);
  expect(lines.slice(1)).toEqual([
    '09:10 · 18 holes · FW-1',
    '✓ 10:12Jan9 (geboekt 18)pasdaarna afgemeld',
    ' Piet18paszonder boeking',
    'Starttijd onbekend · 18 holes · FW-2',
    ' Kees18pas',
  ]);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('a walk-in is checked, then booked; a refusal keeps what was typed and the nonce', async () => {
  const user = userEvent.setup();
  let refused = true;
  const sanne = player('Sanne', { place: 'p', status: 'arrived', walk_in: true });
  const sent = serveDays(() => dayOf(refused ? [] : [flight('FW-9', null, sanne)]), {
    '/walk-ins/check': ({ email }) =>
      email === 'sanne@fairway.example'
        ? { name: 'Sanne', can_play: true, entitled_by: 'pass', reason: null }
        : { name: 'Jan', can_play: false, entitled_by: null, reason: 'Heeft vandaag al een ronde' },
    '/walk-ins': ({ nonce }) =>
      refused
        ? { status: 409, error: 'De dag is vol.' }
        : {
            nonce,
            outcome: 'welcome',
            name: 'Sanne',
            place: 'p',
            booking_number: 'FW-9',
            holes: 9,
            first_at: null,
            first_by: null,
            play_date: null,
            club_name: null,
          },
  });
  openDay();
  await user.click(await screen.findByRole('button', { name: 'speler zonder boeking' }));
  const email = await screen.findByLabelText('E-mailadres van de speler');
  await user.type(email, 'jan@fairway.example');
  await user.click(screen.getByRole('radio', { name: '9 holes' }));
  await user.click(screen.getByRole('button', { name: 'controleren' }));
  expect(
    await screen.findByText('Jan kan vandaag niet spelen. Heeft vandaag al een ronde.'),
  ).toBeInTheDocument();
  expect(email).toHaveValue('jan@fairway.example');

  await user.clear(email);
  await user.type(email, 'sanne@fairway.example');
  await user.click(screen.getByRole('button', { name: 'controleren' }));
  expect(await screen.findByText('Sanne kan vandaag spelen. Speelrecht: pas.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'boeken en aangekomen' }));
  expect(await screen.findByText('De dag is vol.')).toBeInTheDocument();
  expect(email).toHaveValue('sanne@fairway.example');
  refused = false;
  await user.click(screen.getByRole('button', { name: 'boeken en aangekomen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('status')).toHaveTextContent('Sanne is geboekt en aangekomen.');
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Sanne/ })).toHaveFocus());
  const [first, second] = sent.filter(([path]) => path === '/walk-ins').map(([, body]) => body);
  expect(second).toEqual(first);
  expect(second).toMatchObject({ email: 'sanne@fairway.example', holes: 9 });
});

test('without a network a walk-in says why it cannot be added, and nothing is fetched', async () => {
  const user = userEvent.setup();
  const asked: string[] = [];
  serveDays((date) => {
    asked.push(date);
    return dayOf([]);
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(store, 'readOfflineDay').mockResolvedValue(undefined);
  openDay();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'speler zonder boeking' }));
  expect(screen.getByText(/kan alleen met verbinding/)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(asked).toEqual([]);
  expect(FakeEventSource.opened).toEqual([]);
});

test('who left after the arrival keeps the time, has no button, and can be corrected', async () => {
  const user = userEvent.setup();
  serveDays(() =>
    dayOf([
      flight('FW-1', '09:10', arrived('Jan', { has_left: true })),
      flight('FW-2', '09:20', player('Piet', { status: 'annulled', has_left: true })),
    ]),
  );
  openDay();
  const jan = await row('Jan');
  expect(jan).toHaveTextContent('10:12Starter');
  expect(jan).toHaveTextContent('daarna afgemeld');
  expect(screen.queryByRole('button', { name: /aangekomen$/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Jan/ }));
  expect(await screen.findByRole('button', { name: 'aankomst terugdraaien…' })).toBeInTheDocument();
});

test('in the sheet the focus follows into each act and back to the row', async () => {
  const user = userEvent.setup();
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open(
    this: HTMLDialogElement,
  ) {
    this.open = true;
    this.querySelector<HTMLElement>('input, button')?.focus();
  });
  serveDays(() => dayOf([flight('FW-1', '09:10', arrived('Jan'))]));
  openDay();
  await user.click(await screen.findByRole('button', { name: /^Jan/ }));
  await user.click(await screen.findByRole('button', { name: 'corrigeren naar 9 holes…' }));
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'terug' }));
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'sluiten' }));
  expect(screen.getByRole('button', { name: /^Jan/ })).toHaveFocus();
  showModal.mockRestore();
});

test('a later day names from when its scans are decided, without a link', async () => {
  const tomorrow = addDays(today(), 1);
  serveDays((date) => dayOf([], { date, irregular: [irregularScan('a')] }));
  openDay(`/?date=${tomorrow}`);
  expect(await screen.findByText(/^1 te beslissen vanaf /)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /te beslissen/ })).not.toBeInTheDocument();
});

test('a hand-held scanner is recorded, presses no button, and leads to the scan screen', async () => {
  serveDays(() => dayOf([flight('FW-1', '09:10', player('Jan'))]));
  const recordScan = vi.spyOn(queue, 'recordScan').mockResolvedValue({ nonce: 'n' } as never);
  const { router } = openDay();
  const button = await screen.findByRole('button', { name: 'Jan aangekomen' });
  button.focus();
  const user = userEvent.setup({ delay: null });
  const code = '698K40D253NE5YBY1T0Y2AX7MJ15ZG1CTWV64K3YPDF1Y5HP6HN3G1ZJ';
  await user.keyboard(`${code}{Enter}`);
  expect(recordScan.mock.calls).toEqual([[{ code }, 'scanner']]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/scan'));
});
