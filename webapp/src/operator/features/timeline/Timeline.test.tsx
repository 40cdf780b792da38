import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Office } from '../../../../tests/operator/office.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { BOOKING } from '../../../../tests/operator/samples.ts';

/** As estimated, with the gap. */
const ROW_PX = 140;
/** A member has the timeline in a tab of its own; here the state is beside it. */
const PAGE = `/booking/${BOOKING}`;
const timeline = async () => within(await screen.findByRole('region', { name: 'Timeline' }));
const positions = () => screen.queryAllByRole('link', { name: /^#\d+$/ }).map((link) => link.textContent);
const asked = ({ requests }: Office, parameter: string) =>
  requests.filter((request) => request.startsWith('GET /timeline') && request.includes(parameter));

afterEach(() => scrollTo(0));

/** Lets the test decide when the screen asks for new entries. */
function setTimers() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}
const untilNextPoll = () => act(() => vi.advanceTimersByTimeAsync(1_500));

test('shows events newest first, with actor, time, reason and links, and acts of operators', async () => {
  serveOperator({ events: 6 });
  openOperator(PAGE);
  await screen.findByRole('link', { name: '#1018' });
  expect(positions()).toEqual(['#1018', '#1015', '#1012', '#1009', '#1006', '#1003']);

  const voucher = within(screen.getByText(/A voucher of/).closest('article') as HTMLElement);
  expect(voucher.getByText('1 Nov 2026 09:36:05')).toBeVisible();
  expect(voucher.getByText('operator Esra Kaya')).toBeVisible();
  expect(voucher.getByText(/^Reason: Compensation/)).toBeVisible();
  expect(voucher.getByRole('link', { name: 'De Wilgenhoek, 28 November 2026' })).toHaveAttribute(
    'href',
    '/operator/club_day/de-wilgenhoek/2026-11-28',
  );
  expect(voucher.queryByRole('link', { name: 'FW-7K2M' })).toBeNull();

  const act = screen.getByText('The data of Jan de Vries was exported').closest('article');
  expect(act).toHaveTextContent('Reason: Request of the member');
});

test('the JSON comes on demand', async () => {
  serveOperator({ events: 3 });
  openOperator(PAGE);
  const button = await screen.findByRole('button', { name: 'JSON of event #1009' });
  expect(screen.queryByRole('region', { name: /Stored JSON/ })).toBeNull();
  const user = userEvent.setup();
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('region', { name: 'Stored JSON of event #1009' })).toHaveTextContent('"number": 3');
  expect(screen.getByText('c0ffee00-0000-4000-8000-000000000003')).toBeVisible();
  await user.click(button);
  expect(screen.queryByRole('region', { name: /Stored JSON/ })).toBeNull();
});

test('of a long timeline only the visible part is in the page', async () => {
  const office = serveOperator({ events: 2_000 });
  openOperator(PAGE);
  await screen.findByRole('link', { name: '#7000' });
  expect(positions().length).toBeGreaterThan(4);
  expect(positions().length).toBeLessThan(40);
  expect(asked(office, 'before=')).toEqual([]);
});

test('reading on loads the pages before', async () => {
  const office = serveOperator({ events: 250 });
  openOperator(PAGE);
  await screen.findByRole('link', { name: '#1750' });
  scrollTo(80 * ROW_PX);
  await waitFor(() => expect(asked(office, 'before=1453')).toHaveLength(1));
  scrollTo(170 * ROW_PX);
  expect(await screen.findByRole('link', { name: '#1240' })).toBeInTheDocument();
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
  await screen.findByRole('link', { name: '#1450' });
  scrollTo(80 * ROW_PX);
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
  await user.click(region.getByText('Filter'));
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
  await waitFor(() => expect(positions()).toEqual(['#1069', '#1051', '#1033', '#1015']));
  expect(asked(office, 'events=VoucherIssued,RoundBooked&actor=operator')).not.toEqual([]);

  await user.click(region.getByRole('button', { name: 'Remove all filters' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sequence: '5' }));
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
  await screen.findByRole('link', { name: '#1069' });
  office.record();
  await untilNextPoll();
  expect(await screen.findByRole('link', { name: '#1072' })).toBeVisible();
  expect(positions().slice(0, 2)).toEqual(['#1072', '#1069']);
  expect(announce).toHaveBeenCalledWith('1 new entry');
  expect(await screen.findByText('after event 24 of 24')).toBeVisible();

  office.record();
  await untilNextPoll();
  expect(await screen.findByRole('link', { name: '#1075' })).toBeVisible();
  expect(asked(office, 'after=1072')).not.toEqual([]);
});

test('acts of operators appear by themselves, once, and the state follows', async () => {
  setTimers();
  const office = serveOperator({ events: 6 });
  openOperator(PAGE);
  await screen.findByRole('link', { name: '#1018' });
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
    expect(await screen.findByRole('link', { name: '#1072' })).toBeVisible();
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
  expect(positions()).toContain('#1069');
  isAway = false;
  expect(await screen.findByText(/^Live: what happens/)).toBeVisible();
});

test('an event leads to the state after it, and is marked', async () => {
  serveOperator({ events: 5 });
  const { router } = openOperator(`${PAGE}?view=timeline`);
  await userEvent.setup().click(await screen.findByRole('link', { name: 'State then, after event #1009' }));
  expect(await screen.findByText(/^As it stood on/)).toBeVisible();
  expect(router.state.location.search).toEqual({ at: '1009' });
  const marked = (await screen.findByText('The state shown is the one after this event.')).closest('li');
  expect(marked).toHaveTextContent('#1009');
});

function scrollTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
  window.dispatchEvent(new Event('scroll'));
}

function setVisibility(value: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(value);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
