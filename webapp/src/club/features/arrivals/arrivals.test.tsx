import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import * as store from '@/club/features/scan/store.ts';
import { device } from '../../../../tests/club/clubhouse.ts';
import {
  arrived,
  flight,
  irregularScan,
  player,
  type DayContents,
} from '../../../../tests/club/daySamples.ts';
import { FakeEventSource, networkError, openClub, serveClub } from '../../../../tests/club/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';

type Options = NonNullable<Parameters<typeof serveClub>[0]>;
type Overrides = Parameters<typeof serveClub>[1];

/** A device of the club with this day, which is today unless `date` says otherwise. */
function open(
  contents: Partial<DayContents>,
  overrides: Overrides = {},
  { date = today(), ...options }: Options & { readonly date?: string } = {},
) {
  const clubhouse = serveClub({ isDevice: true, days: { [date]: contents }, ...options }, overrides);
  return { ...openClub(date === today() ? '/' : `/?date=${date}`), clubhouse, user: userEvent.setup() };
}

/** The device has its list. */
const ready = () => waitFor(async () => expect(await store.keptList()).toBeDefined());
const row = async (name: string) => (await screen.findByText(name)).closest('li')!;
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('shows the flights in order with who arrived, and finds a player by a part of the name', async () => {
  const { user } = open({
    flights: [
      flight('FW-3', null, player('Kees Blom')),
      flight('FW-2', '10:00', arrived('Zoë Bakker', { seen_again: 2, played_holes: 9 })),
      flight('FW-1', '09:10', player('Jan de Vries', { entitled_by: 'bonus', walk_in: true })),
    ],
  });
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
  const jan = player('Jan');
  const { clubhouse, user } = open({ flights: [flight('FW-1', '09:10', jan)] });
  await ready();
  await user.click(await screen.findByRole('button', { name: 'Jan aangekomen' }));
  expect(await screen.findByText('1 van 1 aangekomen')).toBeInTheDocument();
  expect(await row('Jan')).toHaveTextContent('Receptie');
  await waitFor(() => expect([...clubhouse.days.scans.values()]).toHaveLength(1));
  expect([...clubhouse.days.scans.values()][0]?.scan).toMatchObject({ place: jan.place, method: 'list' });

  Object.assign(jan, arrived('Jan'));
  act(() => FakeEventSource.opened.at(-1)?.report(today()));
  await waitFor(async () => expect(await row('Jan')).toHaveTextContent('10:12Starter'));
  expect(screen.getByText('1 van 1 aangekomen')).toBeInTheDocument();
});

test('an arrival that the device could not keep is taken back and said', async () => {
  const { user } = open({ flights: [flight('FW-1', '09:10', player('Jan'))] });
  await ready();
  vi.spyOn(store, 'addScan').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await user.click(await screen.findByRole('button', { name: 'Jan aangekomen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'De aankomst van Jan is niet bewaard op dit toestel.',
  );
  expect(screen.getByText('0 van 1 aangekomen')).toBeInTheDocument();
});

test('an arrival is taken back with a reason', async () => {
  const { clubhouse, user } = open({ flights: [flight('FW-1', '09:10', arrived('Jan'))] });
  await user.click(await screen.findByRole('button', { name: /^Jan/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Aangekomen om 10:12, door Starter (camera).')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'aankomst terugdraaien…' }));
  await user.click(screen.getByRole('button', { name: 'terugdraaien' }));
  expect(screen.getByText('Kies een reden.')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Anders' }));
  await user.click(screen.getByRole('button', { name: 'terugdraaien' }));
  expect(screen.getByText('Schrijf in een paar woorden waarom.')).toBeInTheDocument();
  expect(clubhouse.bodiesOf('POST /arrivals/annul')).toEqual([]);
  await user.click(screen.getByRole('radio', { name: 'Verkeerde speler' }));
  await user.click(screen.getByRole('button', { name: 'terugdraaien' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(clubhouse.bodiesOf('POST /arrivals/annul')).toEqual([
    { date: today(), place: 'place of Jan', reason: 'Verkeerde speler' },
  ]);
  expect(await screen.findByText('teruggedraaid')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Jan aangekomen' })).toBeInTheDocument();
});

test('the holes are corrected to the other number; a refusal keeps the reason', async () => {
  let isRefused = true;
  const { clubhouse, user } = open(
    { flights: [flight('FW-1', '09:10', arrived('Jan'))] },
    { 'POST /arrivals/holes': () => (isRefused ? fail(409, 'Dit kan niet meer.') : undefined) },
  );
  await user.click(await screen.findByRole('button', { name: /^Jan/ }));
  await user.click(await screen.findByRole('button', { name: 'corrigeren naar 9 holes…' }));
  await user.click(screen.getByRole('radio', { name: 'Anders' }));
  await user.type(screen.getByLabelText('In je eigen woorden'), 'onweer');
  await user.click(screen.getByRole('button', { name: 'op 9 holes zetten' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Dit kan niet meer.');
  expect(screen.getByLabelText('In je eigen woorden')).toHaveValue('onweer');
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'op 9 holes zetten' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(clubhouse.bodiesOf('POST /arrivals/holes')).toEqual([
    { date: today(), place: 'place of Jan', holes: 9, reason: 'onweer' },
  ]);
  expect(await row('Jan')).toHaveTextContent('9 holes in plaats van 18');
});

test('who may not correct reads why there are no buttons', async () => {
  const { user } = open(
    { flights: [flight('FW-1', '09:10', arrived('Jan'))] },
    {},
    { date: addDays(today(), -1) },
  );
  await user.click(await screen.findByRole('button', { name: /^Jan/ }));
  expect(screen.queryByRole('button', { name: /terugdraaien/ })).not.toBeInTheDocument();
  expect(screen.getByText(/Een beheerder kan de aankomst/)).toBeInTheDocument();
});

test('without the server the list of the device is shown, with when it was fetched, and arrivals go on', async () => {
  let isAway = false;
  const { user, queryClient } = open(
    { flights: [flight('FW-1', '09:10', player('Jan de Vries'))] },
    Object.fromEntries(
      [`GET /days/${today()}`, 'GET /session', 'GET /offline', 'POST /scans'].map((call) => [
        call,
        () => (isAway ? networkError : undefined),
      ]),
    ),
  );
  await ready();
  isAway = true;
  await act(() => queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }));
  const press = await screen.findByRole('button', { name: 'Jan d. V. aangekomen' });
  expect(screen.getByText(/bijgewerkt om \d\d:\d\d/)).toBeInTheDocument();
  await user.click(press);
  expect(await screen.findByText('1 van 1 aangekomen')).toBeInTheDocument();
  expect(await store.keptScans()).toMatchObject([{ place: 'place of Jan de Vries', state: 'waiting' }]);
  isAway = false;
});

test('another day is in the address; on a past day nobody arrives', async () => {
  const yesterday = addDays(today(), -1);
  const flights = [flight('FW-1', '09:10', player('Jan'))];
  const days = { [today()]: { flights }, [yesterday]: { flights } };
  const { router, user } = open({}, {}, { days });
  await screen.findByRole('button', { name: 'Jan aangekomen' });
  await user.click(screen.getByRole('button', { name: 'vorige dag' }));
  expect(await screen.findByText('niet aangekomen')).toBeInTheDocument();
  expect(router.state.location.search).toEqual({ date: yesterday });
  expect(screen.queryByRole('button', { name: 'speler zonder boeking' })).not.toBeInTheDocument();
});

test('on a phone the heading of another day is short, and its date says the weekday', async () => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') });
  serveClub();
  openClub(`/?date=${addDays(today(), 1)}`);
  expect(await screen.findByRole('heading', { level: 1, name: /^\d+ [a-z]+$/ })).toBeVisible();
});

test('the days end where the club’s days end', async () => {
  serveClub();
  openClub(`/?date=${addDays(today(), -31)}`);
  await waitFor(() => expect(screen.getByRole('button', { name: 'vorige dag' })).toBeDisabled());
  expect(screen.getByRole('button', { name: 'volgende dag' })).toBeEnabled();
});

test('names waiting groups, silent devices and scans to decide on', async () => {
  open(
    {
      waiting: [{ names: ['Jan', 'Sanne'], holes: 9 }],
      irregular: [irregularScan('a'), irregularScan('b'), irregularScan('c', { counts: true })],
    },
    {},
    { devices: [device({ name: 'Starter', last_synced_at: null, waiting_scans: 3 })] },
  );
  expect(await screen.findByRole('link', { name: '2 te beslissen' })).toHaveAttribute(
    'href',
    '/club/irregular',
  );
  expect(screen.getByText('Jan en Sanne, 9 holes')).toBeInTheDocument();
  expect(screen.getByText(/Starter heeft nog geen contact.*Er wachten 3 scans/)).toBeInTheDocument();
});

test('the paper has a line with a box for each player, and a column for notes', async () => {
  const jan = arrived('Jan', { played_holes: 9, has_left: true });
  const piet = player('Piet', { walk_in: true });
  open({ flights: [flight('FW-2', null, player('Kees')), flight('FW-1', '09:10', jan, piet)] });
  await screen.findByText('1 van 3 aangekomen');
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  await act(async () => void (await import('./PrintList.tsx')));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Golfclub De Wilgenhoek, /);
  const lines = screen.getAllByRole('row').map((line) => line.textContent);
  expect(lines.slice(1)).toEqual([
    '09:10 · 18 holes · FW-1',
    '✓ 10:12Jan9 (geboekt 18)pasplaats vervallen',
    ' Piet18paszonder boeking',
    'Starttijd onbekend · 18 holes · FW-2',
    ' Kees18pas',
  ]);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('a walk-in is checked, then booked; a refusal keeps what was typed and the nonce', async () => {
  const sent: unknown[] = [];
  const { user } = open(
    {},
    {
      'POST /walk-ins': ({ body }) => {
        sent.push(body);
        return sent.length === 1 ? fail(409, 'De dag is vol.') : undefined;
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'speler zonder boeking' }));
  const email = await screen.findByLabelText('E-mailadres van de speler');
  await user.type(email, 'bram.smit@fairway.example');
  await user.click(screen.getByRole('radio', { name: '9 holes' }));
  await user.click(screen.getByRole('button', { name: 'controleren' }));
  expect(
    await screen.findByText('Bram Smit kan vandaag niet spelen. Heeft vandaag al een ronde.'),
  ).toBeInTheDocument();
  expect(email).toHaveValue('bram.smit@fairway.example');

  await user.clear(email);
  await user.type(email, 'ilse.kamp@fairway.example');
  await user.click(screen.getByRole('button', { name: 'controleren' }));
  expect(await screen.findByText('Ilse Kamp kan vandaag spelen. Speelrecht: pas.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'boeken en aangekomen' }));
  expect(await screen.findByText('De dag is vol.')).toBeInTheDocument();
  expect(email).toHaveValue('ilse.kamp@fairway.example');
  await user.click(screen.getByRole('button', { name: 'boeken en aangekomen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Ilse Kamp is geboekt en aangekomen.',
  );
  await waitFor(async () => expect(await screen.findByRole('button', { name: /^Ilse/ })).toHaveFocus());
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[1]).toMatchObject({ email: 'ilse.kamp@fairway.example', holes: 9 });
  expect(await row('Ilse Kamp')).toHaveTextContent('zonder boeking');
});

test('without a network a walk-in says why it cannot be added, and no day is fetched', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { clubhouse, user } = open({}, { 'GET /offline': () => networkError });
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'speler zonder boeking' }));
  expect(screen.getByText(/kan alleen met verbinding/)).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(clubhouse.bodiesOf(`GET /days/${today()}`)).toEqual([]);
  expect(FakeEventSource.opened).toEqual([]);
});

test('who left after the arrival keeps the time, has no button, and can be corrected', async () => {
  const { user } = open({
    flights: [
      flight('FW-1', '09:10', arrived('Jan', { has_left: true })),
      flight('FW-2', '09:20', player('Piet', { status: 'annulled', has_left: true })),
    ],
  });
  const jan = await row('Jan');
  expect(jan).toHaveTextContent('10:12Starter');
  expect(jan).toHaveTextContent('plaats vervallen');
  expect(screen.queryByRole('button', { name: /aangekomen$/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Jan/ }));
  expect(await screen.findByRole('button', { name: 'aankomst terugdraaien…' })).toBeInTheDocument();
});

test('in the sheet the focus follows into each act and back to the row', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function open(
    this: HTMLDialogElement,
  ) {
    this.open = true;
    this.querySelector<HTMLElement>('input, button')?.focus();
  });
  const { user } = open({ flights: [flight('FW-1', '09:10', arrived('Jan'))] });
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
  open({ irregular: [irregularScan('a')] }, {}, { date: addDays(today(), 1) });
  expect(await screen.findByText(/^1 te beslissen vanaf /)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /te beslissen/ })).not.toBeInTheDocument();
});

test('a hand-held scanner is recorded, presses no button, and leads to the scan screen', async () => {
  const { clubhouse, router } = open({ flights: [flight('FW-1', '09:10', player('Jan'))] });
  await ready();
  const button = await screen.findByRole('button', { name: 'Jan aangekomen' });
  button.focus();
  const user = userEvent.setup({ delay: null });
  const code = '698K40D253NE5YBY1T0Y2AX7MJ15ZG1CTWV64K3YPDF1Y5HP6HN3G1ZJ';
  await user.keyboard(`${code}{Enter}`);
  await waitFor(() => expect(router.state.location.pathname).toBe('/scan'));
  await waitFor(() => expect(clubhouse.days.scans.size).toBe(1));
  expect([...clubhouse.days.scans.values()][0]?.scan).toMatchObject({ code, method: 'scanner' });
});
