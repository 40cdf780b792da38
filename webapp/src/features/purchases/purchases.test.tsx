import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { dropToken } from '@/session/session.ts';
import { methods, payment } from '../../../tests/portalPurchases.ts';
import { beLoggedIn, networkError, openApp, servePortal } from '../../../tests/render.tsx';
import * as paymentPage from './paymentPage.ts';

let openPaymentPage: MockInstance<typeof paymentPage.openPaymentPage>;
beforeEach(() => {
  openPaymentPage = vi.spyOn(paymentPage, 'openPaymentPage').mockImplementation(() => {});
});

type Overrides = Parameters<typeof servePortal>[1];

async function open(address: string, overrides: Overrides = {}) {
  const portal = servePortal(undefined, overrides);
  beLoggedIn();
  openApp(address);
  const button = await screen.findByRole('button', { name: 'betalen' });
  return { user: userEvent.setup(), portal, button };
}

test('a voucher order starts with one voucher for nine holes and cannot be paid before a method is chosen', async () => {
  const { user, portal, button } = await open('/vouchers/buy');
  expect(screen.getByRole('radio', { name: /^9 holes/ })).toBeChecked();
  expect(screen.getByText(/^Totaal/)).toHaveTextContent('Totaal € 12,50');
  expect(button).toBeDisabled();

  const quantity = screen.getByRole('combobox', { name: 'Aantal' });
  expect(
    within(quantity)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 1)));
  await user.selectOptions(quantity, '3');
  expect(screen.getByText(/^Totaal/)).toHaveTextContent('Totaal € 37,50');
  await user.click(screen.getByRole('radio', { name: /^18 holes/ }));
  expect(screen.getByText(/^Totaal/)).toHaveTextContent('Totaal € 67,50');
  await user.click(screen.getByRole('button', { name: 'een meer' }));
  expect(quantity).toHaveValue('4');
  await user.click(screen.getByRole('button', { name: 'een minder' }));
  expect(quantity).toHaveValue('3');

  const payment = within(screen.getByRole('radiogroup', { name: 'Betaalmethode' }));
  await user.click(payment.getByRole('radio', { name: 'iDEAL | Wero' }));
  expect(button).toBeEnabled();
  await user.click(button);
  const returnUrl = 'http://fairway.test/subscriptions?ordered=true';
  await waitFor(() => expect(openPaymentPage).toHaveBeenCalledWith(returnUrl));
  const order = portal.calls.find(({ route }) => route === 'POST /freevoucher/pay');
  expect(order?.body).toEqual({ holes: 18, quantity: 3, method: 'ideal', issuer: null, returnUrl });
  expect(order?.key).toMatch(/^[0-9a-f-]{36}$/);
  // The browser is opening the payment page: a second press does nothing.
  await user.click(button);
  expect(portal.calls.filter(({ route }) => route === 'POST /freevoucher/pay')).toHaveLength(1);
});

test('what was chosen is there again after the session or the payment ended, until it is paid', async () => {
  const first = await open('/vouchers/buy');
  await first.user.selectOptions(screen.getByRole('combobox', { name: 'Aantal' }), '3');
  await first.user.click(screen.getByRole('radio', { name: 'Creditcard' }));
  cleanup();
  dropToken();
  const { user, button } = await open('/vouchers/buy');
  expect(screen.getByRole('combobox', { name: 'Aantal' })).toHaveValue('3');
  expect(button).toBeEnabled();
  await user.click(button);
  await waitFor(() => expect(openPaymentPage).toHaveBeenCalled());
  cleanup();
  openApp('/vouchers/buy');
  expect(await screen.findByRole('combobox', { name: 'Aantal' })).toHaveValue('3');
  expect(screen.getByRole('radio', { name: 'Creditcard' })).toBeChecked();
  cleanup();
  openApp('/subscriptions?ordered=true');
  await screen.findByText('Je aankoop van 3 vrije voucher(s) is geslaagd.');
  cleanup();
  await open('/vouchers/buy');
  expect(screen.getByRole('combobox', { name: 'Aantal' })).toHaveValue('1');
});

test('the list of quantities says why it is shorter', async () => {
  const message =
    'Je hebt nog een bestelling van 2 vouchers open. Die telt mee voor je maximum van dit jaar.';
  await open('/vouchers/buy', {
    'GET /freevoucher/buy': () => ({
      status: 200,
      body: {
        success: true,
        allowPurchase: true,
        availableVouchers: [{ holes: 9, price: 12.5, formattedPrice: '€ 12,50' }],
        maxBuyable: 2,
        ...payment,
        message,
      },
    }),
  });
  expect(screen.getByText(message)).toBeVisible();
});

test('a double click sends one order', async () => {
  const { user, portal, button } = await open('/vouchers/buy');
  await user.click(screen.getByRole('radio', { name: 'Creditcard' }));
  // Both presses come before the next frame.
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(openPaymentPage).toHaveBeenCalled());
  expect(portal.calls.filter(({ route }) => route === 'POST /freevoucher/pay')).toHaveLength(1);
});

test('an order has the same key after a lost response, and a new one after a rejection', async () => {
  const keys: (string | null)[] = [];
  const responses = [
    networkError,
    { status: 409, body: { success: false, error: 'Niet meer te koop.' } },
  ] as const;
  const { user, portal, button } = await open('/vouchers/buy', {
    'POST /freevoucher/pay': (_, key) => {
      keys.push(key);
      return responses[keys.length - 1] ?? { status: 200, body: { success: true, paymentUrl: '/betaald' } };
    },
  });
  await user.click(screen.getByRole('radio', { name: 'Bancontact' }));
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Netwerkfout bij het starten van de betaling.');
  await user.click(button);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Niet meer te koop.'));
  await user.click(button);
  await waitFor(() => expect(openPaymentPage).toHaveBeenCalledWith('/betaald'));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(portal.calls.filter(({ route }) => route === 'POST /freevoucher/pay')).toHaveLength(0);
});

test('the button works again when the browser restores the page', async () => {
  const { user, button } = await open('/vouchers/buy');
  await user.click(screen.getByRole('radio', { name: 'Creditcard' }));
  await user.click(button);
  await waitFor(() => expect(openPaymentPage).toHaveBeenCalledTimes(1));
  expect(button).toHaveAttribute('aria-disabled', 'true');
  const shown = new Event('pageshow');
  Object.defineProperty(shown, 'persisted', { value: true });
  window.dispatchEvent(shown);
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await user.click(button);
  await waitFor(() => expect(openPaymentPage).toHaveBeenCalledTimes(2));
});

test('choosing a bank selects iDEAL', async () => {
  const offer = {
    success: true,
    allowPurchase: true,
    availableVouchers: [{ holes: 18, price: 22.5, formattedPrice: '€ 22,50' }],
    maxBuyable: 2,
    ...payment,
    methods,
    issuers: [{ id: 'bank_a', name: 'Bank A' }],
  };
  const { user, button } = await open('/vouchers/buy', {
    'GET /freevoucher/buy': () => ({ status: 200, body: offer }),
  });
  expect(screen.getByRole('radio', { name: /^18 holes/ })).toBeChecked();
  await user.selectOptions(screen.getByRole('combobox', { name: /Bank/ }), 'Bank A');
  expect(screen.getByRole('radio', { name: 'iDEAL | Wero' })).toBeChecked();
  expect(button).toBeEnabled();
  await user.click(screen.getByRole('radio', { name: 'Creditcard' }));
  expect(screen.getByRole('combobox', { name: /Bank/ })).toHaveValue('');
});

test('a registration has the home course package unless another is chosen', async () => {
  const { user, portal, button } = await open('/federation/buy');
  const packages = within(screen.getByRole('radiogroup', { name: 'Pakket' }));
  expect(packages.getByRole('radio', { name: /Homecourse/ })).toBeChecked();
  expect(screen.getByText(/^Totaal/)).toHaveTextContent('Totaal € 49,50');
  expect(button).toBeDisabled();
  await user.click(packages.getByRole('radio', { name: /Alleen NGF-registratie/ }));
  await user.click(screen.getByRole('radio', { name: 'iDEAL | Wero' }));
  await user.click(button);
  const returnUrl = 'http://fairway.test/subscriptions?federationOrdered=true';
  await waitFor(() => expect(openPaymentPage).toHaveBeenCalledWith(returnUrl));
  const order = portal.calls.find(({ route }) => route === 'POST /federationregistration/pay');
  expect(order?.body).toEqual({ package: 'basis', method: 'ideal', issuer: null, returnUrl });
  expect(order?.key).toBeTruthy();
});

const unavailableText = 'Betalen lukt op dit moment niet: onze betaaldienst is niet bereikbaar.';

test.each([
  [
    '/vouchers/buy',
    'GET /freevoucher/buy',
    { availableVouchers: [{ holes: 9, price: 12.5, formattedPrice: '€ 12,50' }], maxBuyable: 2 },
  ],
  [
    '/federation/buy',
    'GET /federationregistration/buy',
    { year: 2026, availablePackages: [{ key: 'homecourse', description: 'Pas', formattedPrice: '€ 49,50' }] },
  ],
])(
  '%s shows when the payment service is unavailable, and when it is available again',
  async (address, route, offer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      let paymentProblem: string | null = unavailableText;
      const { user, button } = await open(address, {
        [route]: () => ({
          status: 200,
          body: {
            success: true,
            allowPurchase: true,
            ...payment,
            methods,
            ...offer,
            paymentTrouble: paymentProblem,
          },
        }),
      });
      expect(screen.getByRole('alert')).toHaveTextContent(unavailableText);
      await user.click(screen.getByRole('radio', { name: 'Creditcard' }));
      expect(button).toBeDisabled();
      expect(screen.getByText('Betalen kan weer zodra onze betaaldienst bereikbaar is.')).toBeVisible();

      paymentProblem = null;
      await vi.advanceTimersByTimeAsync(10_000);
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
      expect(button).toBeEnabled();
    } finally {
      vi.useRealTimers();
    }
  },
);

const notAllowed = {
  success: true,
  allowPurchase: false,
  availableVouchers: [],
  maxBuyable: 0,
  availablePackages: [],
  year: null,
  ...payment,
};

test.each([
  ['/vouchers/buy', 'GET /freevoucher/buy', { ...notAllowed, message: 'Nu even niet.' }, 'Nu even niet.'],
  ['/vouchers/buy', 'GET /freevoucher/buy', notAllowed, 'Er is een onbekende fout opgetreden'],
  [
    '/federation/buy',
    'GET /federationregistration/buy',
    { ...notAllowed, message: 'Je hebt er al een.' },
    'Je hebt er al een.',
  ],
  [
    '/federation/buy',
    'GET /federationregistration/buy',
    notAllowed,
    'Je kunt op dit moment geen NGF registratie kopen.',
  ],
])('%s shows why a purchase is not possible', async (address, route, body, sentence) => {
  servePortal(undefined, { [route]: () => ({ status: 200, body }) });
  beLoggedIn();
  openApp(address);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'betalen' })).toBeNull();
});
