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

function showMap(shown: readonly Club[] = clubs, selectedId: string | null = null) {
  const onChoose = vi.fn<(club: Club) => void>();
  const props = { selectedId, onChoose, onPrefetch: () => {} };
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

test('the panel describes the club under the focus; a club without a place has no pin', () => {
  const [first, ...others] = clubs;
  showMap([{ ...first!, lat: null, lon: null }, ...others]);
  act(() => vi.advanceTimersByTime(500));
  expect(markers()).toHaveLength(5);
  act(() => screen.getByRole('button', { name: /Maasoever/ }).focus());
  expect(screen.getByText('Starttijden van 8.00 tot 16.30 uur')).toBeVisible();
  expect(screen.getByText('2 / 8 gespeeld')).toBeVisible();
});
