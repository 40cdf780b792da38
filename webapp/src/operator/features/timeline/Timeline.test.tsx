import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import type { Office } from '../../../../tests/operator/office.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING, JAN, sampleEvent } from '../../../../tests/operator/samples.ts';

/** Below most rows of the first page, measured or estimated. */
const FAR_PX = 6_000;
/** A member has the timeline in a tab of its own; here the state is beside it. */
const PAGE = `/booking/${BOOKING}`;
const timeline = async () => within(await screen.findByRole('region', { name: 'Timeline' }));
const FIRST_MS = Date.parse('2026-11-01T08:00:00Z');
/** By the time of the row: the position itself stands in the opened row only. */
const positionOf = (row: HTMLElement) =>
  1000 + (3 * (Date.parse(row.querySelector('time')?.dateTime ?? '') - FIRST_MS)) / 433_000;
const rows = () => screen.queryAllByRole('article').filter((row) => !row.hasAttribute('data-act'));
const positions = () => rows().map(positionOf);
const row = (position: number) =>
  waitFor(() => {
    const found = rows().find((one) => positionOf(one) === position);
    if (!found) throw new Error(`${position} is not among ${positions().join(', ')}`);
    return found;
  });
/** The row of the event, after a press on it. */
async function opened(position: number) {
  const found = await row(position);
  await userEvent.setup().click(toggleOf(found));
  return within(found);
}
const toggleOf = (found: HTMLElement) => found.querySelector<HTMLElement>('button[aria-expanded]')!;
const asked = ({ requests }: Office, parameter: string) =>
  requests.filter((request) => request.startsWith('GET /timeline') && request.includes(parameter));

/** An event of one request at 10:00. */
const told = (sequence: number, weight: number, sentence: string, request = 'c1') => ({
  ...sampleEvent(sequence),
  at: '2026-11-01T10:00:00+01:00',
  correlation_id: request,
  weight,
  sentence,
});

afterEach(() => scrollTo(0));

/** Lets the test decide when the screen asks for new entries. */
function setTimers() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}
const untilNextPoll = () => act(() => vi.advanceTimersByTimeAsync(1_500));

test('shows acts newest first under their day, each in a row that opens', async () => {
  serveOperator({ events: 6 });
  openOperator(PAGE);
  await row(1018);
  expect(positions()).toEqual([1018, 1015, 1012, 1009, 1006, 1003]);
  expect(screen.getByRole('heading', { level: 3, name: 'Sun 1 Nov 2026' })).toBeVisible();

  const closed = await row(1015);
  expect(closed).toHaveTextContent(
    /^09:36A voucher of € 25.00 was issued to Jan de Vries Reason: Compensation.*operator Esra Kaya$/,
  );
  const voucher = await opened(1015);
  expect(voucher.getByText('1 Nov 2026 09:36:05')).toBeVisible();
  expect(voucher.getByText('VoucherIssued')).toBeVisible();
  expect(voucher.getByRole('link', { name: '#1015' })).toHaveAttribute('href', '/operator/event/1015');
  expect(voucher.getByRole('link', { name: 'De Wilgenhoek, 28 November 2026' })).toHaveAttribute(
    'href',
    '/operator/club_day/de-wilgenhoek/2026-11-28',
  );
  expect(voucher.queryByRole('link', { name: 'FW-7K2M' })).toBeNull();
  expect(closed).not.toHaveTextContent(JAN);

  const act = screen.getByText('The data of Jan de Vries was exported').closest('article');
  expect(act).toHaveTextContent('Reason: Request of the member');
});

test('the JSON comes on demand, with what is for programs', async () => {
  serveOperator({ events: 3 });
  openOperator(PAGE);
  const event = await opened(1009);
  const button = event.getByRole('button', { name: 'JSON of event #1009' });
  expect(screen.queryByRole('region', { name: /Stored JSON/ })).toBeNull();
  const user = userEvent.setup();
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('region', { name: 'Stored JSON of event #1009' })).toHaveTextContent('"number": 3');
  expect(screen.getByText('c0ffee00-0000-4000-8000-000000000003')).toBeVisible();
  expect(event.getByText(`Jan de Vries cancelled his own place (${JAN})`)).toBeVisible();
  await user.click(button);
  expect(screen.queryByRole('region', { name: /Stored JSON/ })).toBeNull();
});

test('the events of one request are one row, also where a page ended between them', async () => {
  serveOperator(
    {},
    {
      'GET /timeline': ({ query }) => ({
        body: {
          entries: query.has('after')
            ? []
            : query.has('before')
              ? [told(2, 84, 'Jan forfeited a right of the pass'), told(1, 90, 'Jan booked a round', 'c0')]
              : [told(4, 20, '1 place is free again'), told(3, 80, 'Jan cancelled his place')],
          next: query.has('before') || query.has('after') ? null : 1009,
          newest: 1012,
          newest_act: 0,
          event_names: [],
        },
      }),
    },
  );
  openOperator(PAGE);
  const toggle = await screen.findByRole('button', { name: /Jan forfeited a right of the pass.*3 events/ });
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.queryByText('1 place is free again')).toBeNull();
  await userEvent.setup().click(toggle);
  const events = within(toggle.closest('article') as HTMLElement).getAllByRole('listitem');
  const texts = events.map(({ textContent }) => textContent).join(' ');
  expect(texts).toMatch(/Jan forfeited.*#1006.*Jan cancelled.*#1009.*1 place is free again.*#1012/);
});

test('of a long timeline only the visible part is in the page', async () => {
  const office = serveOperator({ events: 2_000 });
  openOperator(PAGE);
  await row(7000);
  expect(positions().length).toBeGreaterThan(4);
  expect(positions().length).toBeLessThan(40);
  expect(asked(office, 'before=')).toEqual([]);
});

test('reading on loads the pages before', async () => {
  const office = serveOperator({ events: 250 });
  openOperator(PAGE);
  await row(1750);
  scrollTo(FAR_PX);
  await waitFor(() => expect(asked(office, 'before=1453')).toHaveLength(1));
  scrollTo(2 * FAR_PX);
  await waitFor(() => expect(Math.min(...positions())).toBeLessThan(1450));
  await waitFor(() => expect(asked(office, 'before=1153')).toHaveLength(1));
  expect(await screen.findByText('This is the first event.')).toBeVisible();
});

test('a page that fails can be asked for again', async () => {
  let isAway = true;
  serveOperator(
    { events: 150 },
    {
      'GET /timeline': ({ query }) =>
        query.has('before') && isAway
          ? { status: 500, body: { success: false, error: 'The journal is away.' } }
          : undefined,
    },
  );
  openOperator(PAGE);
  await row(1450);
  scrollTo(FAR_PX);
  expect(await screen.findByRole('alert')).toHaveTextContent('The journal is away.');
  isAway = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This is the first event.')).toBeVisible();
});

test('filters are in the address, and the server applies them', async () => {
  const office = serveOperator();
  const { router } = openOperator(`${PAGE}?sequence=5`);
  const region = await timeline();
  const user = userEvent.setup();
  await user.click(region.getByText('More filters'));
  await user.click(await region.findByRole('checkbox', { name: 'VoucherIssued' }));
  await user.click(region.getByRole('checkbox', { name: 'RoundBooked' }));
  await user.selectOptions(region.getByLabelText('By'), 'operator');
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      sequence: '5',
      events: 'VoucherIssued,RoundBooked',
      actor: 'operator',
    }),
  );
  await waitFor(() => expect(positions()).toEqual([1069, 1051, 1033, 1015]));
  expect(asked(office, 'events=VoucherIssued,RoundBooked&actor=operator')).not.toEqual([]);

  await user.click(region.getByRole('button', { name: 'Remove all filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sequence: '5' }));
});

test('what it is about and words come before the names of events', async () => {
  const office = serveOperator();
  const { router } = openOperator(PAGE);
  const region = await timeline();
  const user = userEvent.setup();
  await row(1069);
  await user.selectOptions(region.getByLabelText('About'), 'Passes and vouchers');
  await waitFor(() => expect(positions()).toEqual([1069, 1051, 1033, 1015]));
  await user.selectOptions(region.getByLabelText('About'), 'everything');
  await user.type(region.getByLabelText(/^Words/), 'telephone{Enter}');
  await waitFor(() => expect(positions()).toEqual([1066, 1048, 1030, 1012]));
  expect(region.getByLabelText(/^Words/)).toHaveFocus();
  expect(router.state.location.search).toEqual({ text: 'telephone' });
  expect(asked(office, 'text=telephone')).not.toEqual([]);
  await user.click(region.getByRole('button', { name: 'Remove all filters' }));
  await waitFor(() => expect(region.getByLabelText(/^Words/)).toHaveValue(''));
  expect(router.state.location.search).toEqual({});
});

test('a day is asked for when it is whole', async () => {
  const office = serveOperator();
  const { router } = openOperator(PAGE);
  const region = await timeline();
  const user = userEvent.setup();
  await user.click(region.getByText('More filters'));
  await user.type(region.getByLabelText('From'), '2026-11-01');
  await waitFor(() => expect(router.state.location.search).toEqual({ from: '2026-11-01' }));
  expect(region.getByLabelText('From')).toHaveValue('2026-11-01');
  const froms = office.requests.flatMap((request) => /from=([^&]*)/.exec(request)?.[1] ?? []);
  expect([...new Set(froms)]).toEqual(['2026-11-01']);
});

test('a filter that cannot be read is explained at its field', async () => {
  const sentence = 'Write a day as 2026-11-28.';
  serveOperator(
    {},
    {
      'GET /timeline': ({ query }) =>
        query.has('from')
          ? { status: 422, body: { success: false, error: sentence, errors: { from: sentence } } }
          : undefined,
    },
  );
  openOperator(`${PAGE}?from=2026-02-31`);
  await waitFor(() => expect(screen.getByLabelText('From')).toHaveAccessibleDescription(sentence));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a page in which a text was not found is followed by the next', async () => {
  const page = { newest: 1069, newest_act: 0, event_names: [], searched: 2000 };
  serveOperator(
    {},
    {
      'GET /timeline': ({ query }) => ({
        body: query.has('before')
          ? { ...page, entries: [sampleEvent(1)], next: null }
          : { ...page, entries: [], next: query.has('after') ? null : 1040 },
      }),
    },
  );
  openOperator(`${PAGE}?text=booked`);
  expect(await row(1003)).toBeVisible();
  expect(screen.queryByText('No event matches these filters.')).toBeNull();
});

test('an address with filters that match nothing says so', async () => {
  serveOperator();
  openOperator(`${PAGE}?from=2030-01-01`);
  expect(await screen.findByText('No event matches these filters.')).toBeVisible();
  expect(screen.getByLabelText('From')).toHaveValue('2030-01-01');
});

test('new events appear on top, are announced, and the state follows', async () => {
  setTimers();
  const announce = vi.spyOn(document, 'ariaNotify' as never);
  const office = serveOperator();
  openOperator(PAGE);
  await row(1069);
  office.record();
  await untilNextPoll();
  expect(await row(1072)).toBeVisible();
  expect(positions().slice(0, 2)).toEqual([1072, 1069]);
  expect(announce).toHaveBeenCalledWith('1 new entry');
  expect(await screen.findByText('after event 24 of 24')).toBeVisible();

  office.record();
  await untilNextPoll();
  expect(await row(1075)).toBeVisible();
  expect(asked(office, 'after=1072')).not.toEqual([]);
});

test('acts of operators appear by themselves, once, and the state follows', async () => {
  setTimers();
  const office = serveOperator({ events: 6 });
  openOperator(PAGE);
  await row(1018);
  const states = () => office.requests.filter((request) => request.startsWith('GET /subject')).length;
  const before = states();
  office.act('The account of Jan de Vries was disabled');
  await untilNextPoll();
  const disabled = await screen.findByText('The account of Jan de Vries was disabled');
  expect(disabled.closest('article')).toHaveTextContent('Reason: ticket 7');
  await waitFor(() => expect(states()).toBeGreaterThan(before));
  const polls = asked(office, 'acts_after').length;
  office.act('The account of Jan de Vries was enabled');
  await untilNextPoll();
  expect(await screen.findByText('The account of Jan de Vries was enabled')).toBeVisible();
  for (let poll = 0; poll < 3; poll += 1) await untilNextPoll();
  await waitFor(() => expect(asked(office, 'acts_after').length).toBeGreaterThan(polls + 2));
  expect(screen.getAllByText('The account of Jan de Vries was disabled')).toHaveLength(1);
});

test('a hidden page asks nothing, and goes on when it is seen again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const office = serveOperator();
    openOperator(PAGE);
    await waitFor(() => expect(asked(office, 'after=1069')).not.toEqual([]));
    setVisibility('hidden');
    const polls = asked(office, 'after=').length;
    office.record();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked(office, 'after=')).toHaveLength(polls);
    setVisibility('visible');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await row(1072)).toBeVisible();
  } finally {
    setVisibility('visible');
    vi.useRealTimers();
  }
});

test('an interruption of the live updates is shown until it is over', async () => {
  let isAway = true;
  serveOperator(
    {},
    { 'GET /timeline': ({ query }) => (query.has('after') && isAway ? { status: 503 } : undefined) },
  );
  openOperator(PAGE);
  expect(await screen.findByText(/^Live updates are interrupted/)).toBeVisible();
  expect(positions()).toContain(1069);
  isAway = false;
  expect(await screen.findByText(/^Live: what happens/)).toBeVisible();
});

test('an event leads to the state after it, which is marked, and what came later is fainter', async () => {
  serveOperator({ events: 5 });
  const { router } = openOperator(`${PAGE}?view=timeline`);
  const event = await opened(1009);
  await userEvent.setup().click(event.getByRole('link', { name: 'State then, after event #1009' }));
  expect(await screen.findByText(/^As it stood on/)).toBeVisible();
  expect(router.state.location.search).toEqual({ at: '1009' });
  const mark = await screen.findByText(
    'The state shown is the one after event #1009. Everything above came later.',
  );
  expect(mark.closest('li')).toHaveAttribute('aria-current', 'true');
  expect(mark.closest('li')).toContainElement(await row(1009));
  const later = rows().filter((one) => one.hasAttribute('data-future'));
  expect(later.map(positionOf)).toEqual([1015, 1012]);
  expect(screen.getByRole('button', { name: /^Go to the chosen moment/ })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('where the chosen moment is not among what was read, all of it came later', async () => {
  serveOperator({ events: 150 });
  openOperator(`${PAGE}?sequence=5`);
  expect(await screen.findByText('Everything here came after the chosen moment.')).toBeVisible();
  expect(screen.queryByText(/^The state shown is the one after/)).toBeNull();
  expect(rows().every((one) => one.hasAttribute('data-future'))).toBe(true);
});

function scrollTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
  window.dispatchEvent(new Event('scroll'));
}

function setVisibility(value: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(value);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
