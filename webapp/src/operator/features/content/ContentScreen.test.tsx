// The lists and the changes: where items stand, who may see them, what differs, and undo.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { violations } from '../../../../tests/operator/axe.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';

test('a list shows where each item stands', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content');
  const planned = await screen.findByRole('row', { name: /Open met Kerst/ });
  expect(planned).toHaveTextContent('scheduled');
  expect(planned).toHaveTextContent('appears 20 Dec 2026 09:00:00');
  expect(screen.getByRole('row', { name: /Zomeravond/ })).toHaveTextContent('vanished');
  const kinds = within(screen.getByRole('navigation', { name: 'Kinds of content' }));
  expect(kinds.getByRole('link', { name: 'News' })).toHaveAttribute('aria-current', 'page');
  await userEvent.setup().click(kinds.getByRole('link', { name: 'Clubs' }));
  expect(await screen.findByRole('link', { name: 'De Wilgenhoek' })).toBeVisible();
});

async function titles() {
  const headers = await screen.findAllByRole('rowheader');
  return headers.map((header) => header.textContent);
}

test('what waits comes first, and a status is chosen', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content');
  expect(await titles()).toEqual(['Open met Kerst', 'Wintergreens open', 'Zomeravond']);
  const statuses = within(screen.getByRole('navigation', { name: 'Where it stands' }));
  await userEvent.setup().click(statuses.getByRole('link', { name: 'vanished (1)' }));
  expect(await titles()).toEqual(['Zomeravond']);
});

test('an unknown kind is named, and the news is shown', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content?kind=pages');
  expect(
    await screen.findByText(
      'There is no content of the kind “pages”. There are: News, Questions, Pages, Offers, Settings, Clubs. This is the news.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('row', { name: /Open met Kerst/ })).toBeVisible();
});

test('an unknown status is named, and everything is shown', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content?kind=news&status=hidden');
  expect(
    await screen.findByText(
      'There is no content with the status “hidden”. There are: scheduled, draft, published, vanished. These are all.',
    ),
  ).toBeVisible();
  expect(await titles()).toHaveLength(3);
});

test.each(['/content/changes?kind=pages', '/content/edit?kind=pages'])(
  '%s says that there is no such kind',
  async (address) => {
    serveOperator({ roles: ['content'] });
    openOperator(address);
    expect(await screen.findByText(/There is no content of the kind “pages”. There are: News/)).toBeVisible();
  },
);

test.each([
  ['now', 'Published: Wintergreens open. See it as members do', ['https://golf.example/news']],
  ['draft', 'The draft is saved: Wintergreens open.', []],
])('after saving (%s) the list says so and marks the item', async (how, sentence, links) => {
  serveOperator({ roles: ['content'] });
  openOperator(`/content?kind=news&saved=n1&how=${how}`);
  const row = await screen.findByRole('row', { name: /Wintergreens open/ });
  expect(row).toHaveAttribute('data-marked', 'true');
  const status = screen.getByRole('status');
  expect(status).toHaveTextContent(sentence);
  const shown = within(status).queryAllByRole('link');
  expect(shown.map((link) => link.getAttribute('href'))).toEqual(links);
});

test('the undo of an import says that the item is removed', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content/changes?kind=news&key=n1');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /number 3$/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Undo: Wintergreens open' }));
  expect(dialog.getByText(/it is removed, and members do not find it any more/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Remove for members' })).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('only who may write content is led to it', async () => {
  serveOperator({ roles: ['support'] });
  openOperator('/');
  const screens = within(await screen.findByRole('navigation', { name: 'Screens' }));
  expect(screens.queryByRole('link', { name: 'Content' })).toBeNull();
});

test('an auditor reads content and its changes, and is offered nothing that would be refused', async () => {
  const { requests } = serveOperator({ roles: ['auditor'] });
  const { router } = openOperator('/content?kind=faq');
  const user = userEvent.setup();
  const heading = await screen.findByRole('link', { name: 'Reserveren' });
  expect(screen.queryByRole('button', { name: 'Order' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Add/ })).toBeNull();
  await user.click(heading);
  const shown = within(await screen.findByRole('region', { name: 'What members see' }));
  expect(shown.getByText('Questions 1, Question')).toBeVisible();
  expect(shown.getByText('<p>Kies een baan en een dag.</p>')).toBeVisible();
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview: What members see, Questions 1, Answer');
  await waitFor(() => expect(frame.srcdoc).toContain('<body><p>Kies een baan'));
  expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Publish|Remove|Discard/ })).toBeNull();

  await router.navigate({ to: '/content/edit', search: { kind: 'offer', key: 'o1' } });
  expect(await screen.findByText('349.50')).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(screen.queryByText(/booking window/)).toBeNull();
  await router.navigate({ to: '/content/edit', search: { kind: 'settings', key: 'settings' } });
  expect(await screen.findByText(/^The booking window is no setting/)).toBeVisible();
  await router.navigate({ to: '/content/edit', search: { kind: 'news' } });
  expect(await screen.findByText('Adding content needs the role content.')).toBeVisible();
  await router.navigate({ to: '/content/changes', search: { kind: 'news' } });
  expect((await screen.findAllByText(/The date was wrong/))[0]).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  expect(requests.filter((one) => one.startsWith('POST') && !one.includes('preview'))).toEqual([]);
});

test('changes say who, why and what, and one is undone with a reason', async () => {
  const bodies: unknown[] = [];
  serveOperator(
    { roles: ['content'] },
    {
      'POST /content/undo': ({ body }) => {
        bodies.push(body);
        return undefined;
      },
    },
  );
  openOperator('/content/changes?kind=news&key=n1');
  expect(
    await screen.findByRole('heading', { name: 'Changes of Wintergreens open', level: 1 }),
  ).toBeVisible();
  const [first] = screen.getAllByRole('listitem').filter((one) => /The date was wrong/.test(one.textContent));
  expect(first).toHaveTextContent('Published: Date');
  expect(first).toHaveTextContent('before: 2026-11-23');
  expect(first).toHaveTextContent('after: 2026-11-24');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /number 12/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Undo: Wintergreens open' }));
  await user.type(dialog.getByLabelText('Reason'), 'it was right');
  await user.click(dialog.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies).toEqual([{ change: 12, version: 12, reason: 'it was right' }]);
});

test('headings of questions are put in another order, with a reason', async () => {
  const bodies: unknown[] = [];
  serveOperator(
    { roles: ['content'] },
    {
      'POST /content/order': ({ body }) => {
        bodies.push(body);
        return undefined;
      },
    },
  );
  openOperator('/content?kind=faq');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Order' }));
  const dialog = within(screen.getByRole('dialog', { name: 'The order of questions' }));
  await user.click(dialog.getByRole('button', { name: 'Move Betalen up' }));
  await user.type(dialog.getByLabelText('Reason'), 'money first');
  await user.click(dialog.getByRole('button', { name: 'Use this order' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies).toEqual([{ kind: 'faq', keys: ['f2', 'f1'], reason: 'money first' }]);
});
