// The voucher at the reception: without a network, verified with the program as clubs do it, after a cancellation, and
// on paper. `FAIRWAY_BIN` is the program; without it the verification is skipped.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { APIRequestContext, Page } from '@playwright/test';
import { logInByApi } from './session.ts';
import {
  apiClientFor,
  cancelUpcomingRounds,
  card,
  expectAccessible,
  expectAccessibleInAllDisplays,
  heading,
  member,
  serverNow,
} from './support.ts';
import { expect, test } from './test.ts';

const run = promisify(execFile);
const program = process.env['FAIRWAY_BIN'];

const me = member('gerard.vandenheuvel');
const coPlayer = member('ingrid.vanderveen');
const club = { id: 'bevelandse-kreek-goes', name: 'Golfclub De Bevelandse Kreek' };

/** Books a round for these players, the first as its master, and opens the list on this page. */
async function bookAndShow(page: Page, request: APIRequestContext, players: readonly string[]) {
  await cancelUpcomingRounds(request, [me, coPlayer]);
  const api = await logInByApi(page, request, me);
  const [date] = await api.freeDays(club.id, [...players]);
  await api.book({ holes: 18, golfclub: club.id, players: [...players], date: date ?? '' });
  await page.goto('/reservations');
  await expect(card(page, club.name)).toBeVisible();
}

const openVoucher = (page: Page) =>
  card(page, club.name).getByRole('link', { name: 'voucher tonen' }).click();

/** The sentence of `fairway verify-voucher`, which a club's reception reads. */
async function verdict(request: APIRequestContext, code: string): Promise<string> {
  const env = { ...process.env, FAIRWAY_CLOCK: await serverNow(request) };
  try {
    return (await run(program ?? '', ['verify-voucher', code], { env })).stdout;
  } catch (error) {
    return (error as { readonly stderr: string }).stderr;
  }
}

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the voucher opens from home, its code is valid, and a cancellation elsewhere is shown', async ({
    page,
    request,
    context,
  }) => {
    await bookAndShow(page, request, [me]);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('fairway:copies') ?? ''))
      .toContain('voucher_code');

    await context.setOffline(true);
    await page.reload();
    await openVoucher(page);
    await expect(heading(page, club.name)).toBeVisible();
    const ticket = page.getByRole('region', { name: /^Voucher van/ });
    await expect(ticket.getByRole('img', { name: /^QR-code/ })).toBeVisible();
    await expect(page.getByText(/bijgewerkt om \d\d:\d\d/)).toBeVisible();
    await expect(ticket.getByText(/^Boekingsnummer/)).toBeVisible();
    await ticket.getByText('code van deze voucher').click();
    const code = await ticket.getByText(/^([0-9A-Z]{4} ?){14}$/).innerText();
    // The address itself opens without a network, too.
    await page.reload();
    await expect(ticket.getByText(code)).toHaveCount(1);
    const width = (await ticket.getByRole('img').boundingBox())?.width ?? 0;
    expect(width).toBeGreaterThan(0.6 * 390);
    if (program) expect(await verdict(request, code)).toContain('genuine and valid');

    await (await apiClientFor(request, me)).cancelAll();
    await context.setOffline(false);
    await expect(page.getByText('geannuleerd', { exact: true })).toBeVisible();
    await expect(page.getByText(code)).toHaveCount(0);
    await expectAccessible(page);
    if (program) expect(await verdict(request, code)).toContain('NOT VALID');
  });
});

test('the voucher of a group is accessible in every display, and dark on white in the dark', async ({
  page,
  request,
}) => {
  await bookAndShow(page, request, [me, coPlayer]);
  await openVoucher(page);
  await expect(page.getByRole('group', { name: 'Voucher van' }).getByRole('button')).toHaveCount(2);
  await expectAccessibleInAllDisplays(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const ticket = page.getByRole('region', { name: /^Voucher van/ });
  await expect(ticket).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await cancelUpcomingRounds(request, [me]);
});

test('on paper there is the round and no control, on the card and on the voucher', async ({
  page,
  request,
}) => {
  await bookAndShow(page, request, [me, coPlayer]);
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(card(page, club.name).getByText(club.name)).toBeVisible();
  await expect(card(page, club.name).getByText(/^Boekingsnummer/)).toBeVisible();
  // A link in a text stays a text.
  const links = page.getByRole('link').and(page.locator(':not([href^="mailto:"], [href^="tel:"])'));
  const controls = page.getByRole('button').or(page.getByRole('navigation')).or(links);
  await expect(controls).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');

  await page.emulateMedia({ media: 'screen' });
  await openVoucher(page);
  await expect(page.getByRole('button', { name: 'afdrukken' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Voucher van/ })).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  // One for each player whom the master hands it to.
  await expect(page.getByRole('region', { name: /^Voucher van/ })).toHaveCount(2);
  await expect(page.getByText(/^Boekingsnummer/)).toHaveCount(2);
  await expect(page.getByText(/^([0-9A-Z]{4} ?){14}$/).first()).toBeVisible();
  await expect(controls).toHaveCount(0);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(pages).toHaveLength(2);
  await page.emulateMedia({ media: 'screen' });
  await cancelUpcomingRounds(request, [me]);
});
