import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { clubs as samples } from '../../../tests/samples.ts';
import { ClubMap } from './ClubMap.tsx';

const clubs = samples.map((club) => ({
  ...club,
  holes: [...club.holes],
  reservable: club.holes.length > 1,
  reason: club.holes.length > 1 ? '' : 'Deze baan biedt geen 18 holes aan',
}));

function setReducedMotion(matches: boolean) {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
}
beforeEach(() => {
  // jsdom has no layout: the map gets the size of a phone.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(360);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  setReducedMotion(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

type Club = Omit<(typeof clubs)[number], 'lat' | 'lon'> & Partial<Record<'lat' | 'lon', number | null>>;

function showMap(shown: readonly Club[] = clubs, selectedId: string | null = null, besideList = false) {
  const onChoose = vi.fn<(club: Club) => void>();
  const props = { selectedId, onChoose, besideList };
  const view = render(<ClubMap clubs={shown} {...props} />);
  return {
    onChoose,
    filterTo: (filtered: readonly Club[]) => view.rerender(<ClubMap clubs={filtered} {...props} />),
  };
}

const markers = () => screen.queryAllByRole('button', { name: /Golf/ });

test('draws the markers after half a second and animates them one after the other', async () => {
  showMap();
  act(() => vi.advanceTimersByTime(499));
  expect(markers()).toHaveLength(0);
  act(() => vi.advanceTimersByTime(1));
  expect(markers()).toHaveLength(6);
  expect(markers().map((marker) => marker.style.getPropertyValue('--drop'))).toEqual([
    '0ms',
    '40ms',
    '80ms',
    '120ms',
    '160ms',
    '200ms',
  ]);
});

test('draws at once with reduced motion', () => {
  setReducedMotion(true);
  showMap();
  act(() => vi.advanceTimersByTime(0));
  expect(markers().map((marker) => marker.style.getPropertyValue('--drop'))).toContain('0ms');
  expect(markers().at(-1)?.style.getPropertyValue('--drop')).toBe('0ms');
});

test('offers every club of the list as a button with its name and its reason', async () => {
  const { onChoose, filterTo } = showMap(clubs, 'duinrand');
  act(() => vi.advanceTimersByTime(500));
  const closed = screen.getByRole('button', {
    name: 'Golfclub Maasoever, Roermond: Deze baan biedt geen 18 holes aan',
  });
  expect(closed).toHaveAttribute('data-state', 'closed');
  const chosen = screen.getByRole('button', { name: 'Golfbaan Duinrand, Zandvoort' });
  expect(chosen).toHaveAttribute('aria-pressed', 'true');
  vi.useRealTimers();
  chosen.focus();
  await userEvent.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'duinrand' }));

  filterTo(clubs.slice(0, 2));
  expect(markers()).toHaveLength(2);
});

test('each tap on the location leaves one dot', () => {
  const places = [
    { latitude: 52.37, longitude: 4.9 },
    { latitude: 52.09, longitude: 5.12 },
  ];
  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>((found) =>
    found({ coords: places[getCurrentPosition.mock.calls.length - 1] } as GeolocationPosition),
  );
  Object.defineProperty(navigator, 'geolocation', { value: { getCurrentPosition }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'));
  showMap();
  act(() => vi.advanceTimersByTime(500));
  for (const place of places) {
    fireEvent.click(screen.getByRole('button', { name: 'banen bij mij in de buurt' }));
    expect(document.querySelectorAll('path[class*=own]'), `at ${place.latitude}`).toHaveLength(1);
  }
});

const card = (name: string) => screen.queryByRole('group', { name });
/** A pointer's click; Enter's has no detail. */
const press = (name: RegExp) => {
  const pin = screen.getByRole('button', { name });
  act(() => pin.focus());
  fireEvent.click(pin, { detail: 1 });
};

test('a press on a pin shows the card of its club, whose button chooses', () => {
  const { onChoose } = showMap();
  act(() => vi.advanceTimersByTime(500));
  press(/Duinrand/);
  expect(onChoose).not.toHaveBeenCalled();
  expect(card('Golfbaan Duinrand')).toHaveTextContent(/Zandvoort.* · 9 en 18 holes/);
  expect(card('Golfbaan Duinrand')).toHaveTextContent('2 / 8 rondes, nog 6');
  expect(card('Golfbaan Duinrand')).toHaveFocus();
  press(/Zandhoeve/);
  expect(card('Golfbaan Duinrand')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'kies deze baan' }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'de-zandhoeve' }));
  fireEvent.keyDown(card('Golfclub De Zandhoeve')!, { key: 'Escape' });
  expect(card('Golfclub De Zandhoeve')).toBeNull();
  expect(screen.getByRole('group', { name: 'Kaart met banen' })).toHaveFocus();
});

test('a club that cannot be reserved says why, and clears the choice at once', () => {
  const { onChoose } = showMap();
  act(() => vi.advanceTimersByTime(500));
  press(/Maasoever/);
  expect(card('Golfclub Maasoever')).toHaveTextContent('Deze baan biedt geen 18 holes aan');
  expect(screen.queryByRole('button', { name: 'kies deze baan' })).toBeNull();
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'maasoever' }));
});

test('the card shows the club with the focus; a club without a place has no pin', () => {
  const [first, ...others] = clubs;
  showMap([{ ...first!, lat: null, lon: null }, ...others]);
  act(() => vi.advanceTimersByTime(500));
  expect(markers()).toHaveLength(5);
  act(() => screen.getByRole('button', { name: /Maasoever/ }).focus());
  expect(card('Golfclub Maasoever')).toBeVisible();
});

test('beside a list the pins are for the pointer only: a club has one button of its name', () => {
  const { onChoose } = showMap(clubs, null, true);
  act(() => vi.advanceTimersByTime(500));
  expect(markers()).toHaveLength(0);
  const pin = screen.getByRole('button', { name: /Duinrand/, hidden: true });
  expect(pin).toHaveAttribute('tabindex', '-1');
  expect(pin.closest('[tabindex="0"]')).toBeNull();
  fireEvent.click(pin, { detail: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'kies deze baan' }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'duinrand' }));
});

const numbers = () => [...document.querySelectorAll('[class*=cluster] > span')].map((n) => n.textContent);

test('clubs too near to each other are one number, and each stays a button', () => {
  const near = clubs.map((club, index) => ({ ...club, lat: 52 + index / 10_000, lon: 5 }));
  const { filterTo } = showMap([...near.slice(0, 3), { ...clubs[5]!, lat: 52.9, lon: 6.6 }]);
  act(() => vi.advanceTimersByTime(500));
  expect(markers()).toHaveLength(4);
  expect(numbers()).toEqual(['3']);
  filterTo(near.slice(0, 1));
  expect(numbers()).toEqual([]);
});
