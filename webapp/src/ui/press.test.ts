import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { afterPress } from './press.ts';

test.each([
  ['mousedown', 'mouseup'],
  ['pointerdown', 'pointerup'],
  ['pointerdown', 'pointercancel'],
])('work waits from %s until the click after %s', async (press, release) => {
  const events: string[] = [];
  const onClick = () => events.push('click');
  document.body.addEventListener('click', onClick);
  afterPress(() => events.push('before'));
  fireEvent(document.body, new Event(press, { bubbles: true }));
  afterPress(() => events.push('waited'));
  fireEvent(document.body, new Event(release, { bubbles: true }));
  document.body.click();
  document.body.removeEventListener('click', onClick);
  expect(events).toEqual(['before', 'click']);
  await vi.waitFor(() => expect(events).toEqual(['before', 'click', 'waited']));
  afterPress(() => events.push('after'));
  expect(events.at(-1)).toBe('after');
});
