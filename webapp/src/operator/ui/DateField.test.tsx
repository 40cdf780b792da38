import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DateField } from './DateField.tsx';

function Form({ onInput }: { readonly onInput: () => void }) {
  const [value, setValue] = useState('2026-11-28 09:30');
  return (
    <form onInput={onInput}>
      <DateField
        hasTime
        label="Appears at"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </form>
  );
}

test('the field is a text, and what is chosen in the calendar is as if it was typed', async () => {
  const onInput = vi.fn<() => void>();
  const showPicker = vi.fn<() => void>();
  render(<Form onInput={onInput} />);
  const field = screen.getByLabelText('Appears at');
  expect(field).toHaveValue('2026-11-28 09:30');
  const calendar = document.querySelector<HTMLInputElement>('[type="datetime-local"]');
  if (!calendar) throw new Error('there is no calendar');
  calendar.showPicker = showPicker;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Open the calendar' }));
  expect(showPicker).toHaveBeenCalledOnce();
  fireEvent.change(calendar, { target: { value: '2026-12-24T06:00' } });
  expect(field).toHaveValue('2026-12-24 06:00');
  expect(onInput).toHaveBeenCalled();
});

test('of a month the calendar chooses any day', () => {
  render(<DateField isMonth label="From" defaultValue="2026-01" />);
  const field = screen.getByLabelText('From');
  expect(field).toHaveAttribute('placeholder', '2026-11');
  const calendar = document.querySelector<HTMLInputElement>('[type="date"]');
  if (!calendar) throw new Error('there is no calendar');
  calendar.showPicker = () => expect(calendar).toHaveValue('2026-01-01');
  fireEvent.click(screen.getByRole('button', { name: 'Open the calendar' }));
  fireEvent.change(calendar, { target: { value: '2026-03-17' } });
  expect(field).toHaveValue('2026-03');
  expect(field).toBeValid();
});
