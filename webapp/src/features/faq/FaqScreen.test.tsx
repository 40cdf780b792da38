import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';

async function openFaq() {
  servePortal();
  beLoggedIn();
  openApp('/faq');
  return {
    user: userEvent.setup(),
    searchField: await screen.findByRole('searchbox', { name: 'Zoek in de vragen' }),
  };
}

const expanded = () => screen.getAllByRole('button', { expanded: true }).map((button) => button.textContent);

test('shows a heading per category and opens a question on a click', async () => {
  const { user } = await openFaq();
  expect(screen.getByRole('heading', { level: 2, name: 'Annuleren' })).toBeVisible();
  const question = screen.getByRole('button', { name: 'Tot wanneer kan ik gratis annuleren?' });
  expect(question).toHaveAttribute('aria-expanded', 'false');
  await user.click(question);
  expect(question).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('link', { name: 'zo werkt Fairway' })).toBeVisible();
  expect(screen.getByRole('link', { name: /algemene voorwaarden/ })).toHaveAttribute(
    'href',
    '/api/documents/algemene-voorwaarden.pdf',
  );
});

test('searches from three characters, ignores accents, and opens and marks its matches', async () => {
  const { user, searchField } = await openFaq();
  await user.type(searchField, 'vo');
  expect(screen.queryByRole('button', { expanded: true, name: /\?/ })).toBeNull();
  await user.type(searchField, 'or je');
  expect(expanded()).toContain('Tot wanneer kan ik gratis annuleren?');
  expect(screen.getByText('vóór je', { selector: 'mark' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('1 vraag gevonden');

  await user.clear(searchField);
  await user.type(searchField, 'ronde');
  expect(screen.getByRole('status')).toHaveTextContent('2 vragen gevonden');
  const [first] = screen.getAllByRole('button', { name: /\?$/ });
  expect(first).toHaveAttribute('aria-expanded', 'true');
  const question = screen.getByRole('button', { name: 'Kan ik twee rondes op één dag reserveren?' });
  expect(within(question).getByText('ronde', { selector: 'mark' })).toBeVisible();

  await user.clear(searchField);
  expect(document.querySelector('mark')).toBeNull();
});

test('a found question can still be closed', async () => {
  const { user, searchField } = await openFaq();
  await user.type(searchField, 'kalender');
  const question = screen.getByRole('button', { name: /^Hoe ver vooruit/ });
  expect(question).toHaveAttribute('aria-expanded', 'true');
  await user.click(question);
  expect(question).toHaveAttribute('aria-expanded', 'false');
});

test('shows a link to the contact page when nothing is found', async () => {
  const { user, searchField } = await openFaq();
  await user.type(searchField, 'zwembad');
  expect(screen.getByRole('status')).toHaveTextContent(
    'Geen vragen gevonden over “zwembad”. Stel je vraag aan onze klantenservice, of kijk hieronder bij alle vragen.',
  );
  expect(within(screen.getByRole('status')).getByRole('link')).toHaveAttribute('href', '/contact');
});

test('a failed request can be retried', async () => {
  let fails = true;
  servePortal(undefined, {
    'GET /faq': () => (fails ? networkError : { status: 200, body: { success: true, data: [] } }),
  });
  beLoggedIn();
  openApp('/faq');
  expect(await screen.findByRole('alert')).toHaveTextContent('Netwerkfout');
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'opnieuw proberen' }));
  expect(await screen.findByText('Er staan nog geen vragen.')).toBeVisible();
});
