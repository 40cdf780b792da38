import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Status } from './Alert.tsx';
import { announce } from './announce.ts';
import { Announcer } from './Announcer.tsx';

const notify = document.ariaNotify;
afterEach(() => {
  if (notify) document.ariaNotify = notify;
});

test('a status is announced once, and again when its text changes', () => {
  document.ariaNotify = vi.fn<(text: string) => void>();
  const { rerender } = render(<Status>Opgeslagen</Status>);
  rerender(<Status>Opgeslagen</Status>);
  expect(document.ariaNotify).toHaveBeenCalledExactlyOnceWith('Opgeslagen');
  rerender(<Status>Verwijderd</Status>);
  expect(document.ariaNotify).toHaveBeenLastCalledWith('Verwijderd');
});

test('without that call, the text comes into a region that was there before, also twice in a row', () => {
  delete document.ariaNotify;
  const { container } = render(<Announcer />);
  const region = container.querySelector('[aria-live="polite"]');
  expect(region).toHaveTextContent('');
  act(() => announce('Opgeslagen'));
  expect(region?.textContent).toBe('Opgeslagen');
  act(() => announce('Opgeslagen'));
  expect(region?.textContent).toBe('Opgeslagen\u00a0');
  expect(screen.queryByRole('status')).toBeNull();
});
