import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { sampleSubscriptions } from '../../../tests/portalPurchases.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';
import { today } from '../../api/clock.ts';
import { balanceText } from './Ledger.tsx';
import { rightsTexts } from './RightsLeft.tsx';

const region = (name: string) => screen.findByRole('region', { name });
const subscriptionsResponse = (changes: object) => ({
  status: 200,
  body: { success: true, data: { ...sampleSubscriptions(today()), ...changes } },
});

test("shows each of the member's products in its own section", async () => {
  servePortal();
  beLoggedIn();
  openApp('/subscriptions');
  const current = within(await region('Huidig abonnement'));
  expect(current.getByText('38 / 60')).toBeVisible();
  expect(current.getByRole('progressbar', { name: 'Speelrechten' })).toHaveAttribute('aria-valuenow', '63');
  expect(current.getByText('€ 349,50')).toBeVisible();
  expect(within(await region('Aankomend abonnement')).getByText('binnenkort actief')).toBeVisible();
  expect(await region('NGF-registratie 2026')).toHaveTextContent('Homecourse');
  const offers = within(await region('Verlengen')).getAllByRole('heading', { level: 3 });
  expect(offers[0]).toHaveTextContent('vroegboekkorting');
  expect(offers).toHaveLength(4);
  const vouchers = within(await region('Vouchers'));
  expect(vouchers.getByText('Bonusronde ledenactie')).toBeVisible();
  expect(vouchers.queryByText('Bonusronde zomeravond')).toBeNull();
  expect(vouchers.queryByText('Welkomstronde')).toBeNull();
  expect(vouchers.getByRole('link', { name: 'koop een vrije voucher' })).toHaveAttribute(
    'href',
    '/vouchers/buy',
  );
  expect(screen.getByRole('link', { name: 'historie' })).toHaveAttribute('href', '/subscriptions/historic');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('begins with what is left in all, in this month and in the next', async () => {
  servePortal();
  beLoggedIn();
  openApp('/subscriptions');
  expect(await region('Nog te spelen')).toHaveTextContent(
    /^Nog te spelennog 22 rondes · 4 in \w+ · 6 in \w+/,
  );
});

test.each([
  [{ max: 10, used: 9 }, [{ startdate: '2026-11-01', left: 1, max: null }], 'nog 1 ronde'],
  [{ max: 10, used: 10 }, [{ startdate: '2026-11-01', left: 0, max: 4 }], 'geen rondes meer · 0 in november'],
  [{ max: 60, used: 9 }, undefined, 'nog 51 rondes'],
])('what is left of %j in words', (playrights, months, text) => {
  const { current, upcoming } = sampleSubscriptions('2026-11-25');
  expect(rightsTexts({ current: { ...current, playrights }, upcoming, months }).join(' · ')).toBe(text);
});

test('shows what the member has before what is for sale', async () => {
  servePortal();
  beLoggedIn();
  openApp('/subscriptions');
  await region('Huidig abonnement');
  const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
  expect(titles).toEqual([
    'Nog te spelen',
    'Vouchers',
    'Huidig abonnement',
    'Aankomend abonnement',
    'NGF-registratie 2026',
    'Verlengen',
  ]);
});

test('a member without a subscription sees that, and can buy a registration', async () => {
  servePortal('tom.mulder@fairway.example');
  beLoggedIn('tom.mulder@fairway.example', false);
  openApp('/subscriptions');
  expect(await region('Huidig abonnement')).toHaveTextContent('Je hebt op dit moment geen abonnement.');
  expect(screen.getByRole('link', { name: 'koop NGF-registratie' })).toHaveAttribute(
    'href',
    '/federation/buy',
  );
  expect(screen.queryByRole('region', { name: 'Aankomend abonnement' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Nog te spelen' })).toBeNull();
  // Nothing that the member may not buy, and nothing to extend.
  const vouchers = within(await region('Vouchers'));
  expect(vouchers.getByText('Vrije vouchers zijn er voor leden met een lopend abonnement.')).toBeVisible();
  expect(vouchers.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Verlengen' })).toBeNull();
  expect(await region('Abonnementen')).toBeVisible();
});

test('the bar ends at 100 %, the numbers do not', async () => {
  const { current } = sampleSubscriptions(today());
  servePortal(undefined, {
    'GET /users/me/subscriptions': () =>
      subscriptionsResponse({ current: { ...current, playrights: { max: 60, used: 61 } } }),
  });
  beLoggedIn();
  openApp('/subscriptions');
  expect(await screen.findByText('61 / 60')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '61 / 60');
});

test('an offer with a script as address has no link', async () => {
  const offer = { amount: 1, name: 'Raar', url: 'javascript:alert(1)', properties: [] };
  servePortal(undefined, {
    'GET /users/me/subscriptions': () =>
      subscriptionsResponse({ extension_options: { personal_offers: [offer], public_offers: [] } }),
  });
  beLoggedIn();
  openApp('/subscriptions');
  expect(within(await region('Verlengen')).queryByRole('link')).toBeNull();
});

test('the ledger shows why each play right was used, a page at a time', async () => {
  const user = userEvent.setup();
  servePortal();
  beLoggedIn();
  openApp('/subscriptions');
  const current = within(await region('Huidig abonnement'));
  const button = current.getByRole('button', { name: /^waarom is mijn speelrecht gebruikt\?/ });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect((await current.findAllByText('gebruikt')).length).toBeGreaterThan(0);
  expect(current.getByText('vervallen')).toBeVisible();
  expect(current.getAllByRole('listitem')).toHaveLength(10);
  // Where the server explains a line, the usual reason is not said too.
  const explained = current.getByText(/De club heeft de ronde geannuleerd/);
  expect(explained).toHaveTextContent(/, teruggegeven op \d\d-\d\d-\d{4}: De club/);
  expect(current.getAllByText(/, gereserveerd op/).length).toBeGreaterThan(0);
  await user.click(current.getByRole('button', { name: 'toon meer' }));
  await waitFor(() => expect(current.getAllByRole('listitem')).toHaveLength(14));
  expect(current.queryByRole('button', { name: 'toon meer' })).toBeNull();
  // The upcoming round is in the list, the others in the history.
  const links = current.getAllByRole('link', { name: /^bekijk de reservering/ });
  expect(links[0]).toHaveAttribute('href', '/reservations');
  expect(links[1]).toHaveAttribute('href', '/reservations/history');
  // Nothing was used of the one to come.
  expect(within(await region('Aankomend abonnement')).queryByRole('button')).toBeNull();
});

test('a month of the ledger has its balance', () => {
  const kinds = ['gebruikt', 'teruggegeven', 'gebruikt'] as const;
  expect(balanceText(kinds.map((kind) => ({ kind })))).toBe('2 gebruikt en 1 teruggegeven');
});

test.each([
  ['failed', 'alert', 'mislukt'],
  // The member's own doing: nothing failed.
  ['canceled', 'status', 'afgebroken'],
])(
  'after an order that was not paid (%s) the screen shows that and a link to retry',
  async (state, role, word) => {
    servePortal(undefined, {
      'GET /users/me/subscriptions': () =>
        subscriptionsResponse({ purchaseStatus: { freevoucher: state, federationregistration: null } }),
    });
    beLoggedIn();
    openApp('/subscriptions?ordered=true');
    const message = await screen.findByRole(role);
    expect(message).toHaveTextContent('De betaling van je extra vrije voucher is niet geslaagd.');
    expect(message).toHaveTextContent(word);
    expect(screen.queryAllByRole('alert')).toHaveLength(role === 'alert' ? 1 : 0);
    expect(screen.getByRole('link', { name: 'opnieuw proberen' })).toHaveAttribute('href', '/vouchers/buy');
  },
);

test('a purchase leads to the vouchers, and is not told again on a later visit', async () => {
  servePortal(undefined, {
    'GET /users/me/subscriptions': () => subscriptionsResponse({ purchaseMessage: 'Je betaling is gelukt.' }),
  });
  beLoggedIn();
  openApp('/subscriptions?ordered=true');
  expect(await screen.findByRole('status')).toHaveTextContent('Je betaling is gelukt.');
  expect(screen.getByRole('link', { name: 'naar je vouchers' })).toHaveAttribute('href', '#vouchers');
  cleanup();
  openApp('/subscriptions?ordered=true');
  await region('Vouchers');
  expect(screen.queryByText('Je betaling is gelukt.')).toBeNull();
});

test('after an open order the screen polls until the outcome is known', async () => {
  let status = 'open';
  servePortal(undefined, {
    'GET /users/me/subscriptions': () =>
      subscriptionsResponse({
        purchaseStatus: { freevoucher: null, federationregistration: status },
        purchaseMessage: status === 'paid' ? 'Je NGF-registratie voor 2026 is geregeld.' : null,
      }),
  });
  beLoggedIn();
  openApp('/subscriptions?federationOrdered=true');
  expect(await screen.findByRole('status')).toHaveTextContent('Je betaling wordt nog verwerkt.');
  status = 'paid';
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('Je NGF-registratie voor 2026 is geregeld.'),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [{ status: 500, body: { success: false, error: 'Storing.' } }, 'Storing.'],
  [networkError, 'fout bij het ophalen van abonnementen'],
] as const)('shows the failure under its heading', async (failure, sentence) => {
  servePortal(undefined, { 'GET /users/me/subscriptions': () => failure });
  beLoggedIn();
  openApp('/subscriptions');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Fout bij het ophalen van vouchers:');
  expect(alert).toHaveTextContent(sentence);
});

test('the history has past vouchers and subscriptions', async () => {
  servePortal();
  beLoggedIn();
  openApp('/subscriptions/historic');
  const vouchers = within(await region('Gebruikte en verlopen vouchers'));
  expect(vouchers.getAllByRole('heading', { level: 3 }).map((title) => title.textContent)).toEqual([
    'Welkomstronde',
    'Bonusronde zomeravond',
  ]);
  expect(vouchers.getByText(/^gebruikt op/)).toBeVisible();
  expect(vouchers.getByText(/^verlopen op/)).toBeVisible();
  const earlier = within(await region('Eerdere abonnementen'));
  expect(earlier.getByText('52 / 60')).toBeVisible();
  expect(earlier.getByRole('button', { name: /^waarom is mijn speelrecht gebruikt\?/ })).toBeVisible();
});
