import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ActDialog } from './ActDialog.tsx';

test('Escape asks before it takes away what was typed, and the button that closes does not', async () => {
  const onClose = vi.fn<() => void>();
  const confirm = vi.spyOn(globalThis, 'confirm').mockReturnValue(false);
  render(<ActDialog title="Enable" confirmLabel="Enable" onConfirm={async () => {}} onClose={onClose} />);
  const dialog = screen.getByRole('dialog');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect([confirm.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);

  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Reason'), 'asked');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect([confirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  confirm.mockReturnValue(true);
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(onClose).toHaveBeenCalledTimes(2);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([confirm.mock.calls.length, onClose.mock.calls.length]).toEqual([2, 3]);
});
