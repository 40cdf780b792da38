import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { JAN } from '../../../../tests/operator/samples.ts';
import { fail, type MockResponse } from '../../../../tests/mockResponse.ts';

async function openDialog(answer: (body: Record<string, unknown>) => MockResponse | undefined) {
  const user = userEvent.setup();
  serveOperator({}, { [`POST /members/${JAN}/profile`]: ({ body }) => answer(body) });
  openOperator(`/members/${JAN}`);
  await user.click(await screen.findByRole('button', { name: 'Correct the profile…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Correct the profile of Jan de Vries' }));
  const fill = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    if (text) await user.type(dialog.getByLabelText(label), text);
  };
  const press = () => user.click(dialog.getByRole('button', { name: 'Correct' }));
  return { dialog, fill, press };
}

test('only what was changed is sent, with what was read; a mistake is told at its field', async () => {
  const sent: Record<string, unknown>[] = [];
  const { dialog, fill, press } = await openDialog((body) => void sent.push(body));
  expect(dialog.getByLabelText('Day of birth')).toHaveValue('1968-04-17');
  expect(await violations()).toEqual([]);
  await fill('First name', '');
  await fill('City', 'Putten');
  await press();
  expect(dialog.getByLabelText('Reason')).toHaveFocus();
  expect(sent).toEqual([]);
  await fill('Reason', 'moved');
  await fill('Ticket number', '4711');
  await press();
  await waitFor(() => expect(dialog.getByLabelText('First name')).toHaveFocus());
  expect(dialog.getByLabelText('First name')).toHaveAccessibleDescription('Enter the first name.');
  expect(dialog.getByLabelText('City')).toHaveValue('Putten');

  await fill('First name', 'Jan');
  await press();
  expect(await screen.findByText('Corrected and mailed: City.')).toBeVisible();
  expect(await screen.findByText('Putten')).toBeVisible();
  const { seen, ...rest } = sent.at(-1)!;
  expect(rest).toEqual({ city: 'Putten', reason: '4711: moved' });
  expect(seen).toMatchObject({ first_name: 'Jan', city: 'Ermelo' });
});

test('what the member changed meanwhile is shown, what was typed is kept, and the next press holds', async () => {
  const sent: Record<string, unknown>[] = [];
  const sentence = 'It was changed after you opened this form: it is “Beukenlaan” now.';
  const { dialog, fill, press } = await openDialog((body) => {
    sent.push(body);
    if (sent.length > 1) return { body: { changed: ['housenumber'] } };
    const current = { ...(body['seen'] as object), street: 'Beukenlaan' };
    return fail(409, 'The profile was changed.', { errors: { street: sentence }, current });
  });
  await fill('House number', '12a');
  await fill('Reason', 'asked by telephone');
  await press();
  await waitFor(() => expect(dialog.getByLabelText('Street')).toHaveAccessibleDescription(sentence));
  expect(dialog.getByLabelText('Street')).toHaveValue('Beukenlaan');
  expect(dialog.getByLabelText('House number')).toHaveValue('12a');
  expect(dialog.getByLabelText('Reason')).toHaveValue('asked by telephone');
  await press();
  expect(await screen.findByText('Corrected and mailed: House number.')).toBeVisible();
  expect(sent[1]).toMatchObject({ housenumber: '12a', seen: { street: 'Beukenlaan', housenumber: '12' } });
  expect(sent[1]).not.toHaveProperty('street');
});
