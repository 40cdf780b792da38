import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadScreen, loadWithRetry } from './loadWithRetry.ts';
import { optionalPart } from './optionalPart.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A chunk that cannot be loaded until `comeBack` is called. */
function brokenChunk(Part: ComponentType) {
  let isUp = false;
  const load = vi.fn<() => Promise<ComponentType>>(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module');
    return Part;
  });
  return { load, comeBack: () => (isUp = true) };
}

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a part that does not load costs itself only, and is shown as soon as it loads', async () => {
  const { load, comeBack } = brokenChunk(() => <p>the part</p>);
  const Part = optionalPart(load, { skeleton: <p>skeleton</p>, failure: 'Dit deel ontbreekt.' });
  render(
    <>
      <p>the screen</p>
      <Part />
    </>,
  );
  expect(screen.getByText('skeleton')).toBeInTheDocument();
  await settle();
  expect(screen.getByText('the screen')).toBeInTheDocument();
  expect(screen.getByText('Dit deel ontbreekt.')).toBeInTheDocument();
  comeBack();
  await settle(2_000);
  expect(screen.getByText('the part')).toBeInTheDocument();
  expect(screen.queryByText('Dit deel ontbreekt.')).toBeNull();
});

test('a part that fails to render costs itself only', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { load, comeBack } = brokenChunk(() => {
    throw new Error('broken');
  });
  comeBack();
  const Part = optionalPart(load);
  render(
    <>
      <p>the screen</p>
      <Part />
    </>,
  );
  await settle();
  expect(screen.getByText('the screen')).toBeInTheDocument();
});

test('the pauses between attempts grow, and end when the network is back', async () => {
  const { load, comeBack } = brokenChunk(() => null);
  const loaded = vi.fn<(part: ComponentType) => void>();
  void loadWithRetry(load).then(loaded);
  await settle(1_999);
  expect(load).toHaveBeenCalledTimes(1);
  await settle(1);
  expect(load).toHaveBeenCalledTimes(2);
  await settle(3_999);
  expect(load).toHaveBeenCalledTimes(2);
  await settle(1);
  expect(load).toHaveBeenCalledTimes(3);
  comeBack();
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(loaded).toHaveBeenCalledOnce();
});

test('a screen is tried again soon, with other addresses, and fails when it stays away', async () => {
  const { load, comeBack } = brokenChunk(() => null);
  const failed = vi.fn<(error: unknown) => void>();
  const { length } = self.$retry;
  void loadScreen(load).catch(failed);
  await settle(3_749);
  expect(load).toHaveBeenCalledTimes(4);
  expect(failed).not.toHaveBeenCalled();
  await settle(1);
  expect(load).toHaveBeenCalledTimes(5);
  expect(failed).toHaveBeenCalledOnce();
  expect(self.$retry).toHaveLength(length + 4);

  const loaded = vi.fn<(part: ComponentType) => void>();
  void loadScreen(load).then(loaded);
  await settle();
  comeBack();
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(loaded).toHaveBeenCalledOnce();
});
