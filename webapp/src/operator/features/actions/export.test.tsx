import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';
import { savedFiles } from '../../../../tests/operator/savedFiles.ts';

const failed = (status: number, error: string, errors: Record<string, string> = {}) => ({
  status,
  body: { success: false, error, errors },
});

async function askForExport() {
  openOperator('/actions');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Export as CSV…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Export as CSV' }));
  await user.type(dialog.getByLabelText('Reason'), 'audit of October');
  expect(await violations()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Export' }));
  return { user, dialog };
}

test('an export after the end of the session asks for a log-in, and is sent again with its token', async () => {
  const { answer } = savedFiles();
  const tokens: (string | null)[] = [];
  serveOperator(
    { roles: ['auditor'] },
    {
      'POST /actions/export': (request) => {
        tokens.push(request.headers.get('x-csrf-token'));
        return tokens.length === 1 ? failed(401, 'Your session has ended.') : answer(request);
      },
    },
  );
  const { user } = await askForExport();
  const logIn = within(await screen.findByRole('dialog', { name: 'Your session ended' }));
  await user.type(logIn.getByLabelText('Password'), 'a long password');
  await user.click(logIn.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Saved as export.csv.')).toBeVisible();
  expect(tokens).toEqual(['csrf-1', 'csrf-1']);
});

test('an export that fails says why, and can be tried again', async () => {
  serveOperator(
    { roles: ['auditor'] },
    { 'POST /actions/export': () => failed(503, 'The database is away.') },
  );
  const { dialog } = await askForExport();
  expect(await dialog.findByText('The database is away.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Export' })).toBeEnabled();
});
