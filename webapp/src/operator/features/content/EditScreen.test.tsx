// The form: errors beside their fields, drafts and times, another operator's change, and what is sent.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sampleItem } from '../../../../tests/operator/content.ts';
import { openOperator, serveOperator } from '../../../../tests/operator/render.tsx';

const info = (contents: string) => ({ slug: 'info', title: 'Info', contents });
const page = (version: number, contents: string, changed_by = 'Nina van den Heuvel') =>
  sampleItem('page', 'info', 'Info', info(contents), { version, changed_by });

/** The text as HTML instead of in the editor. */
async function writeHtml(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Text: write HTML' }));
  return screen.getByLabelText('Text');
}

test('what the server refuses is beside its field and in a list of links', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content/edit?kind=news');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Reason'), 'asked by the club');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  const link = await screen.findByRole('link', { name: 'Title: This must not be empty.' });
  expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('This must not be empty.');
  await user.click(link);
  expect(screen.getByLabelText('Title')).toHaveFocus();
});

test('a new item is planned on Amsterdam’s clock, and its list is shown', async () => {
  const bodies: unknown[] = [];
  serveOperator(
    { roles: ['content'] },
    {
      'POST /content/add': ({ body }) => {
        bodies.push(body);
        return undefined;
      },
    },
  );
  const { router } = openOperator('/content/edit?kind=news');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Title'), 'Kerst');
  await user.click(screen.getByRole('radio', { name: /At a time/ }));
  await user.type(screen.getByLabelText('Appears at'), '2026-12-24T00:00');
  await user.type(screen.getByLabelText(/Vanishes at/), '2026-12-27T00:00');
  await user.type(screen.getByLabelText('Reason'), 'the holidays');
  await user.click(screen.getByRole('button', { name: 'Plan' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content'));
  expect(bodies).toMatchObject([
    {
      kind: 'news',
      row: { title: 'Kerst', contents: '', important: false },
      publish: 'at',
      appears_at: '2026-12-24T00:00',
      vanishes_at: '2026-12-27T00:00',
      reason: 'the holidays',
    },
  ]);
});

test('the preview shows what the server leaves of the text, in a frame without scripts', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content/edit?kind=page&key=info');
  const user = userEvent.setup();
  const text = await writeHtml(user);
  await user.clear(text);
  await user.type(text, '<p onclick="x()">Hoi</p>');
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview: Text');
  await waitFor(() => expect(frame.srcdoc).toContain('<body><p>Hoi</p></body>'));
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
  expect(screen.getByText('Members do not get: onclick of <p>.')).toBeVisible();
  expect(screen.getByText('p, table')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Text: in the dark' }));
  await user.click(screen.getByRole('button', { name: 'Text: as on a phone' }));
  expect(frame.srcdoc).toContain('data-theme="dark"');
  expect(frame).toHaveAttribute('data-phone');
});

/** What is sent after the text of the page was changed. */
async function sentText(
  contents: string,
  change: (user: ReturnType<typeof userEvent.setup>) => Promise<unknown>,
) {
  const bodies: Record<string, unknown>[] = [];
  serveOperator(
    { roles: ['content'] },
    {
      'GET /content/item': () => ({ body: page(12, contents) }),
      'POST /content/save': ({ body }) => {
        bodies.push(body);
        return undefined;
      },
    },
  );
  const { router } = openOperator('/content/edit?kind=page&key=info');
  const user = userEvent.setup();
  await change(user);
  await user.type(screen.getByLabelText('Reason'), 'a better text');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content'));
  return bodies.map(({ row }) => (row as { readonly contents: string }).contents);
}

test('a text is written without HTML: its buttons make lists, headings and tables', async () => {
  const sent = await sentText('<p>Open</p>', async (user) => {
    const toolbar = within(await screen.findByRole('toolbar', { name: 'Formatting: Text' }));
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveTextContent('Open');
    await user.click(toolbar.getByRole('button', { name: 'List' }));
    expect(toolbar.getByRole('button', { name: 'List' })).toHaveAttribute('aria-pressed', 'true');
  });
  expect(sent).toEqual(['<ul><li>Open</li></ul>']);
});

test('a text that was only looked at is sent as it is stored', async () => {
  const stored = '<h1>Open</h1><ul><li><p>een</p></li></ul>';
  const sent = await sentText(stored, async () => {
    expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveTextContent('Openeen');
  });
  expect(sent).toEqual([stored]);
});

test('a text with parts that the editor would lose is written as HTML', async () => {
  const stored = '<details><summary>Meer</summary>tekst</details>';
  const sent = await sentText(stored, async () => {
    expect(await screen.findByText(/has parts that the editor would lose/)).toBeVisible();
    expect(screen.getByLabelText('Text')).toHaveValue(stored);
  });
  expect(sent).toEqual([stored]);
});

test('the second operator sees the first one’s change, and chooses', async () => {
  const bodies: Record<string, unknown>[] = [];
  const current = page(13, '<p>Tim</p>', 'Tim Bos');
  serveOperator(
    { roles: ['content'] },
    {
      'GET /content/item': () => ({ body: page(12, '<p>Oud</p>') }),
      'POST /content/save': ({ body }) => {
        bodies.push(body);
        return body['version'] === 13
          ? undefined
          : { status: 409, body: { success: false, error: 'Tim Bos changed this meanwhile.', current } };
      },
    },
  );
  const { router } = openOperator('/content/edit?kind=page&key=info');
  const user = userEvent.setup();
  const text = await writeHtml(user);
  await user.clear(text);
  await user.type(text, '<p>Mijn</p>');
  await user.type(screen.getByLabelText('Reason'), 'a better text');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  const region = await screen.findByRole('region', { name: 'Tim Bos changed this meanwhile' });
  expect(region).toHaveFocus();
  const conflict = within(region);
  expect(region).toHaveTextContent('theirs: <p>Tim</p>');
  expect(region).toHaveTextContent('yours: <p>Mijn</p>');
  expect(conflict.getByText('Mijn').tagName).toBe('INS');
  await user.click(conflict.getByRole('button', { name: 'Take theirs into the form' }));
  expect(screen.getByLabelText('Text')).toHaveValue('<p>Tim</p>');
  await user.type(screen.getByLabelText('Text'), '!');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content'));
  expect(bodies.map(({ version }) => version)).toEqual([12, 13]);
});

test('what was typed and not saved is there again after a reload, but not its reason, until it is discarded', async () => {
  serveOperator({ roles: ['content'] });
  openOperator('/content/edit?kind=page&key=info');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Title'), ' en meer');
  await user.type(screen.getByLabelText('Reason'), 'a member asked');
  cleanup();
  openOperator('/content/edit?kind=page&key=info');
  expect(await screen.findByLabelText('Title')).toHaveValue('Info en meer');
  expect(screen.getByLabelText('Reason')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Discard them' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Info');
  expect(Object.keys(sessionStorage).filter((key) => key.includes(':draft:'))).toEqual([]);
});

test('a draft of an older version meets the change that came after it', async () => {
  let stored = page(12, '<p>Oud</p>');
  const bodies: Record<string, unknown>[] = [];
  serveOperator(
    { roles: ['content'] },
    {
      'GET /content/item': () => ({ body: stored }),
      'POST /content/save': ({ body }) => {
        bodies.push(body);
        return { status: 409, body: { success: false, error: 'Tim Bos changed this.', current: stored } };
      },
    },
  );
  openOperator('/content/edit?kind=page&key=info');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Title'), '!');
  cleanup();
  stored = page(13, '<p>Tim</p>', 'Tim Bos');
  openOperator('/content/edit?kind=page&key=info');
  expect(await screen.findByLabelText('Title')).toHaveValue('Info!');
  await user.type(screen.getByLabelText('Reason'), 'a better title');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('region', { name: 'Tim Bos changed this meanwhile' })).toBeVisible();
  expect(bodies.map(({ version }) => version)).toEqual([12]);
});

test('entries of a list are added, moved and taken out', async () => {
  const bodies: Record<string, unknown>[] = [];
  serveOperator(
    { roles: ['content'] },
    {
      'POST /content/save': ({ body }) => {
        bodies.push(body);
        return undefined;
      },
    },
  );
  openOperator('/content/edit?kind=faq&key=f1');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Move question 2 up' }));
  await user.click(screen.getByRole('button', { name: 'Take question 2 out' }));
  await user.click(screen.getByRole('button', { name: 'Add a question' }));
  await user.type(screen.getAllByLabelText('Question')[1] as HTMLElement, 'Wie?');
  await user.type(screen.getByLabelText('Reason'), 'asked often');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({
    key: 'f1',
    version: 12,
    row: { questions: [{ question: 'Kan ik afzeggen?' }, { question: 'Wie?', answer: '' }] },
  });
});

test('removing needs a reason; a club is never removed', async () => {
  const { requests } = serveOperator({ roles: ['content'] });
  const { router } = openOperator('/content/edit?kind=page&key=info');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Remove Info' }));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(requests).not.toContain('POST /content/remove');
  await user.type(dialog.getByLabelText('Reason'), 'outdated');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content'));
  expect(requests).toContain('POST /content/remove');
  await router.navigate({ to: '/content/edit', search: { kind: 'club', key: 'de-wilgenhoek' } });
  expect(await screen.findByRole('heading', { name: 'De Wilgenhoek', level: 1 })).toBeVisible();
  expect(await screen.findByLabelText('Name in addresses')).toHaveAttribute('readonly');
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('photos are added to a club from files, and one that is refused says why', async () => {
  const bodies: Record<string, unknown>[] = [];
  let nth = 0;
  serveOperator(
    { roles: ['content'] },
    {
      'POST /content/photos': () => {
        nth += 1;
        return nth === 1
          ? { body: { file: 'fedcba9876543210fedcba9876543210.png', width: 1600, height: 900 } }
          : { status: 422, body: { success: false, error: 'The photo is neither JPEG nor PNG.' } };
      },
      'POST /content/save': ({ body }) => {
        bodies.push(body);
        return undefined;
      },
    },
  );
  const { router } = openOperator('/content/edit?kind=club&key=de-wilgenhoek');
  const user = userEvent.setup();
  const files = [
    new File(['a'], 'hole3.jpg', { type: 'image/jpeg' }),
    new File(['b'], 'plan.png', { type: 'image/png' }),
  ];
  await user.upload(await screen.findByLabelText('Files of photos'), files);
  expect(await screen.findByText('plan.png: The photo is neither JPEG nor PNG.')).toBeVisible();
  const shown = screen.getAllByLabelText('What it shows');
  expect(shown).toHaveLength(2);
  await user.type(shown[1]!, 'De vierde hole');
  // A closed day has a reason of its own.
  await user.type(screen.getAllByLabelText('Reason').at(-1)!, 'a new photo');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content'));
  expect(bodies).toMatchObject([
    {
      row: {
        photos: [
          { alt: 'De derde hole' },
          { file: 'fedcba9876543210fedcba9876543210.png', alt: 'De vierde hole' },
        ],
      },
    },
  ]);
});
