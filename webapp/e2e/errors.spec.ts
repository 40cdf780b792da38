// The catalogue of errors, sentence by sentence: each failure of a call, and what the member then reads.
import { expect, test, type Page } from '@playwright/test';
import { beMember, intercept, refusal, type Answer } from './session.ts';
import { addPlayer, chooseClub, chooseHoles, heading, member, next } from './support.ts';

const me = member('koen.jacobs');
const club = 'Golfclub De Zuiderzeewal';
const someRound = '00000000-0000-7000-8000-000000000001';

interface Case {
  readonly call: string;
  readonly answer: Answer;
  readonly says: string | RegExp;
  readonly under?: string;
}

/** What a list or a page says when its call fails: the server's own words, its own, and without a network. */
function failures(call: string, own: string, network: string, under?: string): Case[] {
  const place = under === undefined ? {} : { under };
  return [
    { call, answer: refusal(500, 'De server zegt het zelf.'), says: 'De server zegt het zelf.', ...place },
    { call, answer: refusal(500), says: own, ...place },
    { call, answer: 'no network', says: network, ...place },
  ];
}

const lists = 'Fout bij het ophalen van reserveringen:';
const subscriptions = 'fout bij het ophalen van abonnementen';
const news = 'Er is iets misgegaan bij het ophalen van het nieuws.';

/** Screens that fetch on entry. */
const onEntry: Readonly<Record<string, readonly Case[]>> = {
  '/reservations': failures(
    'GET /reservations',
    'fout bij het ophalen van reserveringen',
    'Netwerkfout bij het ophalen van reserveringen.',
    lists,
  ),
  '/reservations/history': failures(
    'GET /reservations/history',
    'fout bij het ophalen van reserveringen',
    'Er is een fout opgetreden bij het ophalen van reserveringen.',
    lists,
  ),
  '/courses': failures(
    'GET /golfclubs/info',
    'Fout bij ophalen van data',
    'Netwerkfout bij ophalen van gegevens.',
  ),
  '/contact': failures(
    'GET /content/page/contact-fairway',
    'Fout bij het ophalen van de pagina',
    'Netwerkfout bij het ophalen van de pagina',
  ),
  '/subscriptions': [
    {
      call: 'GET /users/me/subscriptions',
      answer: refusal(500, 'De server zegt het zelf.'),
      says: 'De server zegt het zelf.',
      under: 'Fout bij het ophalen van vouchers:',
    },
    {
      call: 'GET /users/me/subscriptions',
      answer: refusal(500),
      says: subscriptions,
      under: 'Fout bij het ophalen van vouchers:',
    },
  ],
  '/profile': [{ call: 'GET /users/me/profile', answer: refusal(500), says: 'Er is iets misgegaan.' }],
  '/news': [
    { call: 'GET /news', answer: refusal(500), says: news },
    { call: 'GET /news', answer: 'no network', says: news },
  ],
  '/vouchers/buy': [
    { call: 'GET /freevoucher/buy', answer: refusal(500), says: 'Er is een onbekende fout opgetreden' },
    {
      call: 'GET /freevoucher/buy',
      answer: unavailable('Je hebt het maximum bereikt.'),
      says: 'Je hebt het maximum bereikt.',
    },
    { call: 'GET /freevoucher/buy', answer: unavailable(''), says: 'Er is een onbekende fout opgetreden' },
  ],
  '/federation/buy': [
    {
      call: 'GET /federationregistration/buy',
      answer: unavailable('Je bent al geregistreerd.'),
      says: 'Je bent al geregistreerd.',
    },
    {
      call: 'GET /federationregistration/buy',
      answer: unavailable(''),
      says: 'Je kunt op dit moment geen NGF registratie kopen.',
    },
  ],
};

function unavailable(message: string): Answer {
  const nothing = { availableVouchers: [], availablePackages: [], methods: [], issuers: [] };
  const body = { success: true, allowPurchase: false, maxBuyable: 0, year: 2026, error: '', message };
  return { status: 200, body: { ...body, ...nothing } };
}

const refused = (answer: Answer) => answer === 'no network' || answer.status >= 400;

for (const [path, cases] of Object.entries(onEntry)) {
  test.describe(path, () => {
    for (const { call, answer, says, under } of cases) {
      test(`${call}, ${answer === 'no network' ? answer : answer.status}: ${says}`, async ({
        page,
        request,
      }) => {
        await beMember(page, request, me);
        await intercept(page, call, answer);
        await page.goto(path);
        if (refused(answer)) {
          const alert = page.getByRole('main').getByRole('alert').filter({ hasText: says });
          await expect(alert).toBeVisible();
          if (under) await expect(alert).toContainText(under);
        } else {
          await expect(page.getByRole('main').getByText(says)).toBeVisible();
        }
      });
    }
  });
}

test.describe('a refused log-in', () => {
  const cases: readonly Case[] = [
    { call: 'POST /users/login', answer: refusal(401), says: 'Verkeerd e-mailadres of wachtwoord' },
    { call: 'POST /users/login', answer: refusal(500), says: 'onbekende fout' },
    { call: 'POST /users/login', answer: refusal(403, 'x'), says: 'onbekende fout' },
    { call: 'POST /users/login', answer: 'no network', says: 'Netwerkfout' },
  ];
  for (const { call, answer, says } of cases) {
    test(`${answer === 'no network' ? answer : answer.status}: ${says}`, async ({ page }) => {
      await intercept(page, call, answer);
      await page.goto('/auth/login');
      await page.getByLabel('E-mailadres').fill(me);
      await page.getByLabel('Wachtwoord').fill('fout');
      await page.getByRole('button', { name: 'inloggen' }).click();
      await expect(page.getByRole('alert')).toContainText(says);
    });
  }
});

test.describe('a link to log in as somebody', () => {
  for (const [answer, says] of [
    [refusal(401), 'foutieve login'],
    [refusal(500), 'onbekende fout'],
    ['no network', 'Netwerkfout'],
  ] as const) {
    test(says, async ({ page }) => {
      await intercept(page, 'POST /token/login', answer);
      await page.goto('/auth/impersonate?id=een&login=twee');
      await page.getByRole('button', { name: 'inloggen' }).click();
      await expect(page.getByRole('alert')).toContainText(says);
      expect(new URL(page.url()).search).toBe('');
    });
  }
});

for (const status of [400, 404, 500]) {
  test(`a forgotten password, answered with ${status}`, async ({ page }) => {
    await intercept(page, 'POST /users/forgot_password', refusal(status));
    await page.goto('/auth/forgot');
    await page.getByLabel('E-mailadres').fill(me);
    await page.getByRole('button', { name: 'verstuur' }).click();
    await expect(page.getByRole('alert')).toContainText('onbekende fout');
  });
}

/** Through the wizard up to the days of a club. */
async function toDates(page: Page): Promise<void> {
  await page.goto('/reservation/players');
  await chooseHoles(page, 18);
  await chooseClub(page, club);
  await next(page);
  await expect(heading(page, 'Wanneer wil je spelen?')).toBeVisible();
}

test.describe('the days of a club', () => {
  for (const { call, answer, says } of failures(
    'POST /reservations/availability',
    'fout bij het ophalen van speeldata.',
    'Fout bij het ophalen van speeldata.',
  )) {
    test(String(says), async ({ page, request }) => {
      await beMember(page, request, me);
      await intercept(page, call, answer);
      await toDates(page);
      await expect(page.getByRole('alert')).toContainText(says);
    });
  }
});

test.describe('placing a reservation', () => {
  const cases = [
    [refusal(409, 'De baan is op deze datum volgeboekt'), 'De baan is op deze datum volgeboekt'],
    [refusal(500), 'fout bij het maken van de reservering.'],
    ['no network', 'fout bij het maken van de reservering.'],
  ] as const;
  for (const [answer, says] of cases) {
    test(`${answer === 'no network' ? answer : answer.status}: ${says}`, async ({ page, request }) => {
      await beMember(page, request, me);
      await toDates(page);
      await page.getByRole('grid').getByRole('button', { disabled: false }).last().click();
      await next(page);
      const sent = await intercept(page, 'POST /reservations', answer);
      await page.getByRole('button', { name: 'bevestig reservering' }).click();
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(`Er is een fout opgetreden: ${says}`);
      // It stays to be read, whatever else the screen does.
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await expect(alert).toContainText(`Er is een fout opgetreden: ${says}`);
      expect(sent).toHaveLength(1);
    });
  }

  test('a success says so', async ({ page, request }) => {
    await beMember(page, request, me);
    await toDates(page);
    await page.getByRole('grid').getByRole('button', { disabled: false }).last().click();
    await next(page);
    const body = { success: true, reservation_id: someRound };
    await intercept(page, 'POST /reservations', { status: 200, body });
    await page.getByRole('button', { name: 'bevestig reservering' }).click();
    await expect(page.getByRole('status')).toContainText('Je reservering is succesvol geplaatst!');
  });
});

for (const path of ['/reservations', '/reservations/history']) {
  test(`an empty list on ${path}`, async ({ page, request }) => {
    await beMember(page, request, me);
    const call = path === '/reservations' ? 'GET /reservations' : 'GET /reservations/history';
    await intercept(page, call, { status: 200, body: { success: true, data: [] } });
    await page.goto(path);
    await expect(page.getByText('Er zijn geen reserveringen gevonden!')).toBeVisible();
  });
}

test.describe('adding players', () => {
  const jan = { first_name: 'Jan', prefix: 'de', last_name: 'Vries', email: me, status: 'actief' };
  const open = async (page: Page, freeSlots: number) => {
    const body = { success: true, data: { players: [jan], free_slots: freeSlots } };
    await intercept(page, 'GET /reservations/:id', { status: 200, body });
    await page.goto(`/reservations/${someRound}/addplayer`);
  };
  const cases = [
    [
      refusal(409, 'Lotte heeft op deze datum al een reservering'),
      'Lotte heeft op deze datum al een reservering',
    ],
    [refusal(500), 'Onbekende fout'],
    ['no network', 'Onbekende fout'],
  ] as const;
  for (const [answer, says] of cases) {
    test(`${answer === 'no network' ? answer : answer.status}: ${says}`, async ({ page, request }) => {
      await beMember(page, request, me);
      const sent = await intercept(page, 'POST /reservations/:id/player/add', answer);
      await open(page, 3);
      await addPlayer(page, member('lotte.smit'), 'Lotte Smit');
      await next(page);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(`Er is een fout opgetreden bij het toevoegen: ${says}`);
      await expect(page.getByRole('list', { name: 'Spelers' })).toContainText('Jan de Vries');
      expect(sent).toHaveLength(1);
    });
  }

  test('more players than free places', async ({ page, request }) => {
    await beMember(page, request, me);
    await open(page, 1);
    await addPlayer(page, member('lotte.smit'), 'Lotte Smit');
    await addPlayer(page, member('pieter.vandenberg'), 'Pieter van den Berg');
    await expect(page.getByRole('alert')).toContainText(
      'Het maximaal aantal spelers voor deze boeking is bereikt.',
    );
    await expect(page.getByRole('button', { name: 'verder' })).toBeDisabled();
  });
});

test('a profile that cannot be saved', async ({ page, request }) => {
  await beMember(page, request, me);
  // prettier-ignore
  const data = {
    firstName: 'Roos', prefix: '', lastName: 'Jonker', initials: 'R.', email: me, telephone: '+31612345678',
    street: 'Dorpsstraat', housenumber: '1', postcode: '1234 AB', city: 'Ermelo', gsn: '', gender: 'F',
    birthdate: '1980-01-01', is_club_member: false, handicap: null, golfassociation: '',
  };
  await intercept(page, 'GET /users/me/profile', { status: 200, body: { success: true, data, errors: {} } });
  await intercept(page, 'POST /users/me/profile', refusal(500));
  await page.goto('/profile');
  await page.getByLabel('Straat').fill('Kerkstraat');
  await page.getByRole('button', { name: 'opslaan' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Opslaan mislukt. Probeer het later opnieuw.');
});

const subscriptionsWith = (more: object): Answer => {
  const data = { historic: [], bonus: [], current: null, upcoming: null, purchaseMessage: '', ...more };
  return { status: 200, body: { success: true, data } };
};

test.describe('coming back from paying', () => {
  for (const [flag, says] of [
    ['ordered', 'De betaling van je extra vrije voucher is niet geslaagd.'],
    ['federationOrdered', 'De betaling van je NGF registratie is niet geslaagd.'],
  ] as const) {
    test(`unpaid, ${flag}`, async ({ page, request }) => {
      await beMember(page, request, me);
      const failed = { purchaseStatus: { freevoucher: 'failed', federationregistration: 'failed' } };
      await intercept(page, 'GET /users/me/subscriptions', subscriptionsWith(failed));
      await page.goto(`/subscriptions?${flag}=true`);
      await expect(page.getByRole('alert')).toContainText(says);
    });
  }
  test('paid: the message of the server', async ({ page, request }) => {
    await beMember(page, request, me);
    const purchaseMessage = 'Bedankt, je voucher staat klaar.';
    await intercept(page, 'GET /users/me/subscriptions', subscriptionsWith({ purchaseMessage }));
    await page.goto('/subscriptions?ordered=true');
    await expect(page.getByRole('status').filter({ hasText: purchaseMessage })).toBeVisible();
  });
});

test.describe('a session that has ended', () => {
  const asked: Readonly<Record<string, string>> = {
    '/reservations': 'GET /reservations',
    '/reservations/history': 'GET /reservations/history',
    [`/reservations/${someRound}/addplayer`]: 'GET /reservations/:id',
    '/reservation/players': 'GET /users/me',
    '/courses': 'GET /golfclubs/info',
    '/subscriptions': 'GET /users/me/subscriptions',
    '/profile': 'GET /users/me/profile',
    '/news': 'GET /news',
    '/faq': 'GET /faq',
    '/contact': 'GET /content/page/contact-fairway',
    '/vouchers/buy': 'GET /freevoucher/buy',
    '/federation/buy': 'GET /federationregistration/buy',
  };
  for (const [path, call] of Object.entries(asked)) {
    test(`${path} leads to the log-in and back`, async ({ page, request }) => {
      await beMember(page, request, me);
      await intercept(page, call, refusal(401, 'Log opnieuw in.'));
      await page.goto(path);
      await expect(heading(page, 'Inloggen')).toBeVisible();
      expect(new URL(page.url()).searchParams.get('redirect')).toBe(path);
    });
  }
});
