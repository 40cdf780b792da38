import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Combobox } from './Combobox.tsx';

const people = ['Anouk', 'Fatima', 'Sanne'].map((label) => ({ id: label, label }));

function Example({ all = people }: { readonly all?: typeof people }) {
  const [value, setValue] = useState('');
  const [picked, setPicked] = useState('');
  return (
    <>
      <Combobox
        label="Speler"
        listLabel="Suggesties"
        type="text"
        value={value}
        onChange={setValue}
        options={all.filter(({ label }) => label.toLowerCase().includes(value.toLowerCase()))}
        onPick={({ label }) => setPicked(label)}
      />
      <button type="button">verder</button>
      <output>{picked}</output>
    </>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Speler' });
const marked = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');

test('opens on focus and closes shortly after the focus leaves', async () => {
  const user = userEvent.setup();
  render(<Example />);
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  await user.tab();
  expect(screen.getByRole('listbox', { name: 'Suggesties' })).toBeVisible();
  await user.tab();
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
});

test('arrows mark an option and wrap around, Enter picks it, the field retains the focus', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(marked()).toHaveTextContent('Anouk');
  await user.keyboard('{ArrowUp}');
  expect(marked()).toHaveTextContent('Sanne');
  expect(marked()).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('Fatima');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field()).toHaveFocus();
});

test('an arrow pressed before there are options marks the first one when they come', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Example all={[]} />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  rerender(<Example />);
  expect(marked()).toHaveTextContent('Anouk');
});

test('typing filters, Escape first closes the list and then clears the field', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.type(field(), 'an');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Anouk', 'Sanne']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field()).toHaveValue('an');
  await user.keyboard('{Escape}');
  expect(field()).toHaveValue('');
});

test('a press on a suggestion picks it before the list is hidden', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.click(field());
  await user.click(screen.getByRole('option', { name: 'Sanne' }));
  expect(screen.getByRole('status')).toHaveTextContent('Sanne');
});

test('shows no list when there is nothing to suggest', async () => {
  const user = userEvent.setup();
  render(<Example />);
  await user.type(field(), 'zz');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('listbox')).toBeNull();
});
