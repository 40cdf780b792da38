// A session that ends while a form is open: nothing that was typed is lost.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openOperator, serveOperator } from '../../../tests/operator/render.tsx';

const ENDED = { status: 401, body: { success: false, error: 'Your session has ended.' } };

/** The session has ended when a form is sent; the log-in starts one with another token. */
function serve(email = 'esra@fairway.example') {
  let isLoggedIn = false;
  const added: unknown[] = [];
  serveOperator(
    { roles: ['admin', 'support'] },
    {
      'POST /operators/add': ({ body, headers }) => {
        if (!isLoggedIn) return ENDED;
        added.push([headers.get('x-csrf-token'), body['name'], body['reason']]);
        return { body: { link: 'https://fairway.example/operator/setup#abc' } };
      },
      'POST /login': () => {
        isLoggedIn = true;
        return {
          body: {
            name: 'Esra Kaya',
            email,
            roles: ['admin', 'support'],
            csrf_token: 'csrf-2',
            has_second_factor: true,
            expires_at: '2026-11-25T19:04:03+01:00',
            idle_minutes: 30,
            environment: 'development',
          },
        };
      },
    },
  );
  return added;
}

async function add() {
  const opened = openOperator('/operators');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add an operator' }));
  const form = within(screen.getByRole('dialog', { name: 'Add an operator' }));
  await user.type(form.getByLabelText('E-mail address'), 'nina@fairway.example');
  await user.type(form.getByLabelText('Name'), 'Nina Vos');
  await user.click(form.getByRole('checkbox', { name: 'Support' }));
  await user.type(form.getByLabelText('Reason'), 'new colleague{Enter}');
  return { ...opened, user, form };
}

const logIn = async (user: ReturnType<typeof userEvent.setup>) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session ended' }));
  await user.type(dialog.getByLabelText('Password'), 'a long password');
  await user.click(dialog.getByRole('button', { name: 'Log in' }));
};

test('a form that is sent after the end of the session asks for a log-in, and is sent again', async () => {
  const added = serve();
  const { user, router } = await add();
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session ended' }));
  expect(dialog.getByLabelText('E-mail address')).toHaveValue('esra@fairway.example');
  expect(dialog.getByLabelText('Password')).toHaveFocus();
  await logIn(user);
  expect(await screen.findByRole('dialog', { name: 'The link for Nina Vos' })).toBeVisible();
  expect(screen.queryByRole('dialog', { name: 'Your session ended' })).toBeNull();
  expect(added).toEqual([['csrf-2', 'Nina Vos', 'new colleague']]);
  expect(router.state.location.pathname).toBe('/operators');
});

test('an operator who closes the log-in finds the form as it was, with the focus in its field', async () => {
  const added = serve();
  const { user, form } = await add();
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session ended' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await form.findByText('Your session has ended.')).toBeVisible();
  expect(form.getByLabelText('Name')).toHaveValue('Nina Vos');
  expect(form.getByLabelText('Reason')).toHaveFocus();
  expect(added).toEqual([]);
  // The next press asks again.
  await user.click(form.getByRole('button', { name: 'Add, and show the link' }));
  await logIn(user);
  await waitFor(() => expect(added).toHaveLength(1));
});

test('another operator who logs in there starts anew, and sends nothing of the one before', async () => {
  const added = serve('tim@fairway.example');
  const { user, router } = await add();
  await logIn(user);
  expect(await screen.findByRole('heading', { level: 1, name: 'Look up' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(added).toEqual([]);
});

test('a request that nobody pressed for leaves a form that was changed where it is', async () => {
  const office = serveOperator({ roles: ['content'] });
  const { router, queryClient } = openOperator('/content/edit?kind=page&key=info');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Title'), ' en meer');
  office.endSession();
  void queryClient.invalidateQueries({ queryKey: ['content'] });
  await logIn(user);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText('Title')).toHaveValue('Info en meer');
  expect(router.state.location.pathname).toBe('/content/edit');
});
