// The error catalogue: the message that the member sees after each failed call.
import type { Page } from '@playwright/test';
import { errorResponse, intercept, logInByApi, type MockResponse } from './session.ts';
import { addPlayer, chooseClub, chooseHoles, heading, member, next } from './support.ts';
import { expect, expectRefusal, test } from './test.ts';

const me = member('koen.jacobs');
const club = 'Golfclub De Zuiderzeewal';
const someReservationId = '00000000-0000-7000-8000-000000000001';

interface Case {
  readonly call: string;
  readonly response: MockResponse;
  readonly expectedText: string | RegExp;
  readonly expectedTitle?: string;
}

/** The messages after a failed call: the server's, the screen's own, and the one without a network. */
function failureCases(call: string, ownText: string, networkText: string, expectedTitle?: string): Case[] {
  const title = expectedTitle === undefined ? {} : { expectedTitle };
  return [
    {
      call,
      response: errorResponse(500, 'De server zegt het zelf.'),
      expectedText: 'De server zegt het zelf.',
      ...title,
    },
    { call, response: errorResponse(500), expectedText: ownText, ...title },
    { call, response: 'no network', expectedText: networkText, ...title },
  ];
}

const listFailure = 'Fout bij het ophalen van reserveringen:';
const subscriptionsFailure = 'fout bij het ophalen van abonnementen';
const newsFailure = 'Er is iets misgegaan bij het ophalen van het nieuws.';

/** The cases of each screen that fetches data when it opens. */
const casesByPath: Readonly<Record<string, readonly Case[]>> = {
  '/reservations': failureCases(
    'GET /reservations',
    'fout bij het ophalen van reserveringen',
    'Netwerkfout bij het ophalen van reserveringen.',
    listFailure,
  ),
  '/reservations/history': failureCases(
    'GET /reservations/history',
    'fout bij het ophalen van reserveringen',
    'Er is een fout opgetreden bij het ophalen van reserveringen.',
    listFailure,
  ),
  '/courses': failureCases(
    'GET /golfclubs/info',
    'Fout bij ophalen van data',
    'Netwerkfout bij ophalen van gegevens.',
  ),
  '/contact': failureCases(
    'GET /content/page/contact-fairway',
    'Fout bij het ophalen van de pagina',
    'Netwerkfout bij het ophalen van de pagina',
  ),
  '/subscriptions': [
    {
      call: 'GET /users/me/subscriptions',
      response: errorResponse(500, 'De server zegt het zelf.'),
      expectedText: 'De server zegt het zelf.',
      expectedTitle: 'Fout bij het ophalen van vouchers:',
    },
    {
      call: 'GET /users/me/subscriptions',
      response: errorResponse(500),
      expectedText: subscriptionsFailure,
      expectedTitle: 'Fout bij het ophalen van vouchers:',
    },
  ],
  '/profile': [
    { call: 'GET /users/me/profile', response: errorResponse(500), expectedText: 'Er is iets misgegaan.' },
  ],
  '/news': [
    { call: 'GET /news', response: errorResponse(500), expectedText: newsFailure },
    { call: 'GET /news', response: 'no network', expectedText: newsFailure },
  ],
  '/vouchers/buy': [
    {
      call: 'GET /freevoucher/buy',
      response: errorResponse(500),
      expectedText: 'Er is een onbekende fout opgetreden',
    },
    {
      call: 'GET /freevoucher/buy',
      response: unavailable('Je hebt het maximum bereikt.'),
      expectedText: 'Je hebt het maximum bereikt.',
    },
    {
      call: 'GET /freevoucher/buy',
      response: unavailable(''),
      expectedText: 'Er is een onbekende fout opgetreden',
    },
  ],
  '/federation/buy': [
    {
      call: 'GET /federationregistration/buy',
      response: unavailable('Je bent al geregistreerd.'),
      expectedText: 'Je bent al geregistreerd.',
    },
    {
      call: 'GET /federationregistration/buy',
      response: unavailable(''),
      expectedText: 'Je kunt op dit moment geen NGF registratie kopen.',
    },
  ],
};

function unavailable(message: string): MockResponse {
  const emptyLists = { availableVouchers: [], availablePackages: [], methods: [], issuers: [] };
  const body = { success: true, allowPurchase: false, maxBuyable: 0, year: 2026, error: '', message };
  return { status: 200, body: { ...body, ...emptyLists } };
}

const isFailure = (response: MockResponse) => response === 'no network' || response.status >= 400;

for (const [path, cases] of Object.entries(casesByPath)) {
  test.describe(path, () => {
    for (const { call, response, expectedText, expectedTitle } of cases) {
      test(`${call}, ${response === 'no network' ? response : response.status}: ${expectedText}`, async ({
        page,
        request,
      }) => {
        await logInByApi(page, request, me);
        await intercept(page, call, response);
        await page.goto(path);
        if (isFailure(response)) {
          const alert = page.getByRole('main').getByRole('alert').filter({ hasText: expectedText });
          await expect(alert).toBeVisible();
          if (expectedTitle) await expect(alert).toContainText(expectedTitle);
        } else {
          await expect(page.getByRole('main').getByText(expectedText)).toBeVisible();
        }
      });
    }
  });
}

test.describe('a rejected log-in', () => {
  const cases: readonly Case[] = [
    {
      call: 'POST /users/login',
      response: errorResponse(401),
      expectedText: 'Verkeerd e-mailadres of wachtwoord',
    },
    { call: 'POST /users/login', response: errorResponse(500), expectedText: 'onbekende fout' },
    { call: 'POST /users/login', response: errorResponse(403, 'x'), expectedText: 'onbekende fout' },
    { call: 'POST /users/login', response: 'no network', expectedText: 'Netwerkfout' },
  ];
  for (const { call, response, expectedText } of cases) {
    test(`${response === 'no network' ? response : response.status}: ${expectedText}`, async ({ page }) => {
      await intercept(page, call, response);
      await page.goto('/auth/login');
      await page.getByLabel('E-mailadres').fill(me);
      await page.getByLabel('Wachtwoord').fill('fout');
      await page.getByRole('button', { name: 'inloggen', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText(expectedText);
    });
  }
});

test.describe('an impersonation link', () => {
  for (const [response, expectedText] of [
    [errorResponse(401), 'foutieve login'],
    [errorResponse(500), 'onbekende fout'],
    ['no network', 'Netwerkfout'],
  ] as const) {
    test(expectedText, async ({ page }) => {
      await intercept(page, 'POST /token/login', response);
      await page.goto('/auth/impersonate?id=een&login=twee');
      await page.getByRole('button', { name: 'inloggen', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText(expectedText);
      expect(new URL(page.url()).search).toBe('');
    });
  }
});

for (const status of [400, 404, 500]) {
  test(`a forgotten password whose request fails with ${status}`, async ({ page }) => {
    await intercept(page, 'POST /users/forgot_password', errorResponse(status));
    await page.goto('/auth/forgot');
    await page.getByLabel('E-mailadres').fill(me);
    await page.getByRole('button', { name: 'verstuur' }).click();
    await expect(page.getByRole('alert')).toContainText('onbekende fout');
  });
}

/** Goes through the wizard up to the date step. */
async function goToDateStep(page: Page): Promise<void> {
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await chooseClub(page, club);
  await next(page);
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
}

test.describe('the days of a club', () => {
  for (const { call, response, expectedText } of failureCases(
    'POST /reservations/availability',
    'fout bij het ophalen van speeldata.',
    'Fout bij het ophalen van speeldata.',
  )) {
    test(String(expectedText), async ({ page, request }) => {
      await logInByApi(page, request, me);
      await intercept(page, call, response);
      await goToDateStep(page);
      await expect(page.getByRole('alert')).toContainText(expectedText);
    });
  }
});

test.describe('placing a reservation', () => {
  const cases = [
    [errorResponse(409, 'De baan is op deze datum volgeboekt'), 'De baan is op deze datum volgeboekt'],
    [errorResponse(500), 'fout bij het maken van de reservering.'],
    ['no network', 'fout bij het maken van de reservering.'],
  ] as const;
  for (const [response, expectedText] of cases) {
    test(`${response === 'no network' ? response : response.status}: ${expectedText}`, async ({
      page,
      request,
    }) => {
      await logInByApi(page, request, me);
      await goToDateStep(page);
      await page.getByRole('grid').getByRole('button', { disabled: false }).last().click();
      await next(page);
      const requests = await intercept(page, 'POST /reservations', response);
      await page.getByRole('button', { name: 'bevestig reservering' }).click();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(`Er is een fout opgetreden: ${expectedText}`);
      // A refetch must not remove the message.
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(alert).toContainText(`Er is een fout opgetreden: ${expectedText}`);
      expect(requests).toHaveLength(1);
    });
  }

  test('a success is shown', async ({ page, request }) => {
    await logInByApi(page, request, me);
    await goToDateStep(page);
    await page.getByRole('grid').getByRole('button', { disabled: false }).last().click();
    await next(page);
    const body = { success: true, reservation_id: someReservationId };
    await intercept(page, 'POST /reservations', { status: 200, body });
    await page.getByRole('button', { name: 'bevestig reservering' }).click();
    await expect(page.getByRole('status')).toContainText('Je reservering is succesvol geplaatst!');
  });
});

for (const path of ['/reservations', '/reservations/history']) {
  test(`an empty list on ${path}`, async ({ page, request }) => {
    await logInByApi(page, request, me);
    const call = path === '/reservations' ? 'GET /reservations' : 'GET /reservations/history';
    await intercept(page, call, { status: 200, body: { success: true, data: [] } });
    await page.goto(path);
    await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  });
}

test.describe('adding players', () => {
  const jan = {
    first_name: 'Jan',
    prefix: 'de',
    last_name: 'Vries',
    email: me,
    status: 'actief',
    reservation_id: someReservationId,
    is_me: true,
  };
  const openAddPlayers = async (page: Page, freeSlots: number) => {
    const round = { play_date: '2026-11-28', golfclub: { name: 'De Es' }, is_group_master: true };
    const body = { success: true, data: { ...round, players: [jan], free_slots: freeSlots } };
    await intercept(page, 'GET /reservations/:id', { status: 200, body });
    // The server does not know this reservation, whose players it is asked for.
    expectRefusal(page, '404 GET /api/reservations/players/');
    await page.goto(`/reservations/${someReservationId}/addplayer`);
  };
  const cases = [
    [
      errorResponse(409, 'Lotte heeft op deze datum al een reservering'),
      'Lotte heeft op deze datum al een reservering',
    ],
    [errorResponse(500), 'Onbekende fout'],
    ['no network', 'Onbekende fout'],
  ] as const;
  for (const [response, expectedText] of cases) {
    test(`${response === 'no network' ? response : response.status}: ${expectedText}`, async ({
      page,
      request,
    }) => {
      await logInByApi(page, request, me);
      const requests = await intercept(page, 'POST /reservations/:id/player/add', response);
      await openAddPlayers(page, 3);
      await addPlayer(page, member('lotte.smit'), 'Lotte Smit');
      await next(page);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(`Er is een fout opgetreden bij het toevoegen: ${expectedText}`);
      await expect(page.getByRole('list', { name: 'Spelers' })).toContainText('Jan de Vries');
      expect(requests).toHaveLength(1);
    });
  }

  test('more players than free places', async ({ page, request }) => {
    await logInByApi(page, request, me);
    await openAddPlayers(page, 1);
    await addPlayer(page, member('lotte.smit'), 'Lotte Smit');
    await addPlayer(page, member('pieter.vandenberg'), 'Pieter van den Berg');
    await expect(page.getByRole('alert')).toContainText(
      'Het maximaal aantal spelers voor deze boeking is bereikt.',
    );
    await expect(page.getByRole('button', { name: 'verder' })).toBeDisabled();
  });
});

test('a profile that cannot be saved', async ({ page, request }) => {
  await logInByApi(page, request, me);
  // prettier-ignore
  const data = {
    firstName: 'Roos', prefix: '', lastName: 'Jonker', initials: 'R.', email: me, telephone: '+31612345678',
    street: 'Dorpsstraat', housenumber: '1', postcode: '1234 AB', city: 'Ermelo', gsn: '', gender: 'F',
    birthdate: '1980-01-01', is_club_member: false, handicap: null, golfassociation: '',
  };
  await intercept(page, 'GET /users/me/profile', { status: 200, body: { success: true, data, errors: {} } });
  await intercept(page, 'POST /users/me/profile', errorResponse(500));
  await page.goto('/profile');
  await page.getByLabel('Straat').fill('Kerkstraat');
  await page.getByRole('button', { name: 'opslaan' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Opslaan mislukt. Probeer het later opnieuw.');
});

const subscriptionsWith = (changes: object): MockResponse => {
  const data = { historic: [], bonus: [], current: null, upcoming: null, purchaseMessage: '', ...changes };
  return { status: 200, body: { success: true, data } };
};

test.describe('the return from a payment', () => {
  for (const [flag, expectedText] of [
    ['ordered', 'De betaling van je extra vrije voucher is niet geslaagd.'],
    ['federationOrdered', 'De betaling van je NGF registratie is niet geslaagd.'],
  ] as const) {
    test(`unpaid, ${flag}`, async ({ page, request }) => {
      await logInByApi(page, request, me);
      const failed = { purchaseStatus: { freevoucher: 'failed', federationregistration: 'failed' } };
      await intercept(page, 'GET /users/me/subscriptions', subscriptionsWith(failed));
      await page.goto(`/subscriptions?${flag}=true`);
      await expect(page.getByRole('alert')).toContainText(expectedText);
    });
  }
  test('paid: shows the message of the server', async ({ page, request }) => {
    await logInByApi(page, request, me);
    const purchaseMessage = 'Bedankt, je voucher staat klaar.';
    await intercept(page, 'GET /users/me/subscriptions', subscriptionsWith({ purchaseMessage }));
    await page.goto('/subscriptions?ordered=true');
    await expect(page.getByRole('status').filter({ hasText: purchaseMessage })).toBeVisible();
  });
});

test.describe('an expired session', () => {
  const callByPath: Readonly<Record<string, string>> = {
    '/reservations': 'GET /reservations',
    '/reservations/history': 'GET /reservations/history',
    [`/reservations/${someReservationId}/addplayer`]: 'GET /reservations/:id',
    [`/reservations/${someReservationId}/swap/${someReservationId}`]: 'GET /reservations/:id',
    '/reservation/players': 'GET /users/me',
    '/courses': 'GET /golfclubs/info',
    '/subscriptions': 'GET /users/me/subscriptions',
    '/profile': 'GET /users/me/profile',
    '/news': 'GET /news',
    '/faq': 'GET /faq',
    '/info': 'GET /content/page/info',
    '/vouchers/buy': 'GET /freevoucher/buy',
    '/federation/buy': 'GET /federationregistration/buy',
  };
  for (const [path, call] of Object.entries(callByPath)) {
    test(`${path} redirects to the log-in with the address to return to`, async ({ page, request }) => {
      await logInByApi(page, request, me);
      await intercept(page, call, errorResponse(401, 'Log opnieuw in.'));
      if (path.includes(someReservationId)) expectRefusal(page, '404 GET /api/reservations/players/');
      await page.goto(path);
      await expect(heading(page, 'Inloggen')).toBeVisible();
      expect(new URL(page.url()).searchParams.get('redirect')).toBe(path);
    });
  }
});
