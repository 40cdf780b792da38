import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PasswordField } from './PasswordField.tsx';

async function open() {
  const onSubmit = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <PasswordField label="Wachtwoord" name="password" />
      <button type="submit">inloggen</button>
    </form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Wachtwoord');
  const toggle = await screen.findByRole('button', { name: 'wachtwoord tonen' });
  return { field, toggle, onSubmit, user: userEvent.setup() };
}

test('the password is shown and hidden by a button that says which it is', async () => {
  const { field, toggle, user, onSubmit } = await open();
  expect(field.type).toBe('password');
  expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await user.click(toggle);
  expect(field.type).toBe('text');
  expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await user.click(toggle);
  expect(field.type).toBe('password');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('the field keeps its focus, its text and the place of the caret', async () => {
  const { field, toggle, user } = await open();
  await user.type(field, 'op zondag');
  field.setSelectionRange(2, 5);
  await user.click(toggle);
  expect(field).toHaveFocus();
  expect(field).toHaveValue('op zondag');
  expect([field.selectionStart, field.selectionEnd]).toEqual([2, 5]);
});

test('a form that is sent hides the password again', async () => {
  const { field, toggle, user, onSubmit } = await open();
  await user.click(toggle);
  await user.type(field, 'op zondag{Enter}');
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(field.type).toBe('password');
  expect(toggle).toHaveAttribute('aria-pressed', 'false');
});

test('a keyboard reaches the button after the field', async () => {
  const { field, toggle, user } = await open();
  field.focus();
  await user.tab();
  expect(toggle).toHaveFocus();
  fireEvent.mouseDown(toggle);
  await user.keyboard(' ');
  expect(field.type).toBe('text');
});
