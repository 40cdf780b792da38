// The routes of the fake portal for subscriptions, vouchers and purchases. A payment succeeds at once: its address
// is the return address.
import { addDays } from '../src/ui/format.ts';
import { fail, ok, type Routes } from './mockResponse.ts';
import type { SampleMember } from './samples.ts';

export const methods = [
  { id: 'ideal', name: 'iDEAL | Wero', svg: '' },
  { id: 'bancontact', name: 'Bancontact', svg: '' },
  { id: 'creditcard', name: 'Creditcard', svg: '' },
  { id: 'paypal', name: 'PayPal', svg: '' },
];
const prices: Record<number, number> = { 9: 12.5, 18: 22.5 };

const firstOfNextMonth = (day: string) => `${addDays(`${day.slice(0, 8)}01`, 31).slice(0, 8)}01`;

export function sampleSubscriptions(today: string) {
  const subscription = (id: string, name: string, from: number, used: number) => ({
    id,
    name,
    startdate: addDays(today, from),
    enddate: addDays(today, from + 364),
    paymentdate: addDays(today, from - 7),
    amount: 349.5,
    playrights: { max: 60, used },
  });
  const voucher = (
    id: string,
    title: string,
    expires: number,
    holes: number,
    used: number | null = null,
  ) => ({
    id,
    title,
    holes,
    expires: addDays(today, expires),
    expired: expires < 0,
    used: used !== null,
    used_when: used === null ? null : addDays(today, used),
  });
  return {
    current: subscription('s-current', 'Fairway Compleet', -328, 38),
    upcoming: subscription('s-upcoming', 'Fairway Compleet – nieuw seizoen', 37, 0),
    months: [
      { startdate: `${today.slice(0, 8)}01`, left: 4, max: 6 as number | null },
      { startdate: firstOfNextMonth(today), left: 6, max: 6 as number | null },
    ],
    historic: [subscription('s-historic', 'Fairway Compleet – vorig seizoen', -693, 52)],
    bonus: [
      voucher('v1', 'Bonusronde ledenactie', 120, 18),
      voucher('v2', 'Bonusronde zomeravond', -48, 9),
      voucher('v3', 'Welkomstronde', 30, 9, -20),
    ],
    extension_options: {
      personal_offers: [
        {
          amount: 329.5,
          name: 'Fairway Compleet met vroegboekkorting',
          url: 'https://www.fairway.example/vroegboek',
          properties: ['60 rondes per jaar, 9 of 18 holes', '€ 30 korting als trouwe speler'],
        },
      ],
      public_offers: ['Fairway Onbeperkt', 'Fairway 9 holes', 'Fairway Start'].map((name, index) => ({
        amount: 599 - index * 180.25,
        name,
        url: 'https://www.fairway.example/abonnementen',
        properties: ['Op alle deelnemende banen', 'Geen maximum per maand'],
      })),
    },
    federation_registration: { year: 2026, package: 'homecourse' as string | null },
    purchaseMessage: null as string | null,
    purchaseStatus: { freevoucher: null as string | null, federationregistration: null as string | null },
  };
}

/** The fields about paying, the same in both offers. */
export const payment = {
  methods,
  methodsAge: null,
  issuers: [],
  error: null,
  message: null,
  paymentTrouble: null,
};

export function purchaseRoutes(me: SampleMember, today: string): Routes {
  const state = sampleSubscriptions(today);
  if (!me.subscription) {
    Object.assign(state, {
      current: null,
      upcoming: null,
      months: [],
      historic: [],
      federation_registration: null,
    });
  }
  const ledger = Array.from({ length: 14 }, (_, index) => ({
    date: addDays(today, 1 - 6 * index),
    kind: index % 5 === 2 ? 'teruggegeven' : index % 7 === 4 ? 'vervallen' : 'gebruikt',
    golfclub: index % 2 ? 'Golfbaan Duinrand' : 'Golfclub De Zandhoeve',
    holes: 18,
    play_date: addDays(today, 4 - 6 * index),
    reservation_id: `r${index}`,
    explanation: index === 2 ? 'De club heeft de ronde geannuleerd: Vorst op de baan.' : null,
  }));

  return {
    'GET /users/me/subscriptions': () => ok({ data: state }),
    'GET /users/me/subscriptions/s-current/ledger': ({ query }) => {
      const from = Number(query.get('before') ?? 0);
      const next = from + 10 < ledger.length ? String(from + 10) : null;
      return ok({ data: ledger.slice(from, from + 10), next });
    },
    'GET /users/me/subscriptions/s-upcoming/ledger': () => ok({ data: [], next: null }),
    'GET /users/me/subscriptions/s-historic/ledger': () => ok({ data: [], next: null }),
    'GET /freevoucher/buy': () =>
      me.subscription
        ? ok({
            allowPurchase: true,
            availableVouchers: [
              { holes: 9, price: prices[9], formattedPrice: '€ 12,50' },
              { holes: 18, price: prices[18], formattedPrice: '€ 22,50' },
            ],
            maxBuyable: 10,
            ...payment,
          })
        : ok({
            allowPurchase: false,
            availableVouchers: [],
            maxBuyable: 0,
            ...payment,
            message: 'Vrije vouchers zijn er voor leden met een lopend abonnement.',
          }),
    'POST /freevoucher/pay': ({ body }) => {
      if (!prices[Number(body['holes'])]) return fail(422, 'Kies 9 of 18 holes.');
      state.purchaseMessage = `Je aankoop van ${String(body['quantity'])} vrije voucher(s) is geslaagd.`;
      return ok({ paymentUrl: String(body['returnUrl']) });
    },
    'GET /federationregistration/buy': () =>
      ok({
        allowPurchase: true,
        year: 2026,
        availablePackages: [
          {
            key: 'basis',
            description: 'Alleen NGF-registratie met golfpas, zonder handicapregistratie',
            formattedPrice: '€ 32,50',
          },
          {
            key: 'homecourse',
            description: 'NGF-registratie met handicapregistratie via Fairway Homecourse',
            formattedPrice: '€ 49,50',
          },
        ],
        ...payment,
      }),
    'POST /federationregistration/pay': ({ body }) => {
      state.purchaseMessage = 'Je NGF-registratie voor 2026 is geregeld.';
      return ok({ paymentUrl: String(body['returnUrl']) });
    },
  };
}
