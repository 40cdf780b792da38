import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openOperator, serveOperator } from '../../../tests/operator/render.tsx';

const SENTENCE = 'Enter the 6 digits that your authenticator app shows, to confirm that it is you.';

const refused = (status: number, error: string) => ({
  status,
  body: { success: false, error, errors: { factor: error } },
});

/** The office asks for a factor before an operator is added. */
function serve() {
  let isConfirmed = false;
  const added: unknown[] = [];
  serveOperator(
    { roles: ['admin'] },
    {
      'POST /operators/add': ({ body }) => {
        if (!isConfirmed) return refused(403, SENTENCE);
        added.push(body);
        return { body: { link: 'https://fairway.example/operator/setup#abc' } };
      },
      'POST /session/confirm': ({ body }) => {
        isConfirmed = body['factor'] === '123456';
        return isConfirmed ? { body: {} } : refused(422, 'This code is not right.');
      },
    },
  );
  return added;
}

async function add() {
  openOperator('/operators');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add an operator' }));
  const form = within(screen.getByRole('dialog', { name: 'Add an operator' }));
  await user.type(form.getByLabelText('E-mail address'), 'nina@fairway.example');
  await user.type(form.getByLabelText('Name'), 'Nina Vos');
  await user.click(form.getByRole('checkbox', { name: 'Support' }));
  await user.type(form.getByLabelText('Reason'), 'new colleague');
  await user.click(form.getByRole('button', { name: 'Add, and show the link' }));
  return { user, form };
}

test('an act that needs a factor asks for a code, and goes on once it is right', async () => {
  const added = serve();
  const { user } = await add();
  const asks = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  expect(asks.getByText(SENTENCE)).toBeVisible();
  await user.type(asks.getByLabelText('6-digit code'), '111 111');
  await user.click(asks.getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(asks.getByLabelText('6-digit code')).toHaveAccessibleDescription(/This code is not right/),
  );
  expect(added).toEqual([]);
  await user.clear(asks.getByLabelText('6-digit code'));
  await user.type(asks.getByLabelText('6-digit code'), '123 456');
  await user.click(asks.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('dialog', { name: 'The link for Nina Vos' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
  expect(added).toHaveLength(1);
});

test('who does not confirm finds the form as it was, with the sentence', async () => {
  const added = serve();
  const { user, form } = await add();
  const asks = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
  await user.click(asks.getByRole('button', { name: 'Cancel' }));
  expect(await form.findByText(new RegExp(SENTENCE))).toBeVisible();
  expect(form.getByLabelText('Name')).toHaveValue('Nina Vos');
  expect(added).toEqual([]);
});
