import { chromium } from '@playwright/test';
const base = process.env.BASE;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const group = (id, state, club, ahead, players) => ({ group: id, golfclub: { id: 'de-zandhoeve', name: club, city: 'Ermelo', reservation_instruction: '<p>Neem je voucher mee.</p>' }, date: '2026-11-28', holes: 18, players: players.map(([f, p, l], i) => ({ first_name: f, prefix: p, last_name: l, email: `${f}@x.nl`, is_me: i === 0 })), asked_by_you: true, ahead, state, offered_until: state === 'offered' ? new Date(Date.now() + 72 * 60000 - 5000).toISOString() : null, reservation_id: null });
const P = [['Jan', 'de', 'Vries'], ['Sanne', '', 'Bakker'], ['Anouk', '', 'Visser']];
const off = group('00000000-0000-7000-8000-000000000001', 'offered', 'Golfclub De Zandhoeve', 0, P);
const wait1 = group('00000000-0000-7000-8000-000000000002', 'waiting', 'Golfbaan Het Lange Duin aan de Oostzijde', 2, P);
const wait2 = group('00000000-0000-7000-8000-000000000003', 'waiting', 'Duinrand', 0, P.slice(0, 1));
for (const [w, h] of [[390, 844], [1280, 800]]) for (const scheme of ['light', 'dark']) {
  const ctx = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme, locale: 'nl-NL', timezoneId: 'Europe/Amsterdam', serviceWorkers: 'block', reducedMotion: 'reduce' });
  const page = await ctx.newPage();
  await page.addInitScript(() => { localStorage.setItem('access_token', 't'); localStorage.setItem('email', 'jan.devries@fairway.example'); localStorage.setItem('HAS_SUBSCRIPTION', 'true'); });
  const rows = { list: [off, wait1, wait2] };
  await page.route(/\/api\/waiting-list$/, (r) => r.request().method() === 'GET' ? r.fulfill({ json: { success: true, data: rows.list } }) : r.fulfill({ json: { success: true, data: { group: wait2.group } } }));
  const one = { row: off };
  await page.route(/\/api\/waiting-list\/[0-9a-f-]{36}$/, (r) => r.fulfill({ json: { success: true, data: one.row } }));
  const shot = async (name, full = true) => { await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/shots/${name}-${w}-${scheme}.png`, fullPage: full }); };
  await page.goto(`${base}/reservations`); await page.getByRole('region', { name: 'Wachtlijst' }).waitFor(); await shot('home');
  if (scheme === 'light' || w === 390) { await page.getByRole('button', { name: 'van de wachtlijst' }).first().click(); await page.getByRole('dialog').waitFor(); await shot('leave', false); await page.getByRole('button', { name: 'terug' }).click(); }
  await page.goto(`${base}/waiting/${off.group}`); await page.getByRole('button', { name: 'plaatsen nemen' }).waitFor(); await shot('offer');
  one.row = wait1; await page.goto(`${base}/waiting/${off.group}`); await page.getByText('Er zijn nu geen plaatsen').waitFor(); await shot('ended');
  rows.list = [];
  await page.route(/\/api\/reservations\/availability$/, async (r) => { const a = await r.fetch(); const j = await a.json(); for (const d of Object.keys(j.data).slice(4, 7)) Object.assign(j.data[d], { reservable: false, reason: 'De baan is op deze datum volgeboekt', waiting_list: true, bonus_needed: false, bonus_players: [] }); await r.fulfill({ json: j }); });
  await page.route(/\/api\/reservations\/alternatives$/, async (r) => { const a = await r.fetch(); const j = await a.json(); j.data.waiting_list = true; await r.fulfill({ json: j }); });
  await page.goto(`${base}/reservation/players`); await page.getByRole('button', { name: 'verder' }).click(); await page.getByRole('radio', { name: '18 holes' }).check(); await page.getByRole('button', { name: 'verder' }).click();
  await page.getByRole('list', { name: 'Banen' }).getByRole('button').first().click(); await page.getByRole('button', { name: 'verder' }).click();
  await page.getByRole('grid').waitFor(); await page.getByText('met een wachtlijst').waitFor();
  await page.locator('button[class*=waiting]').first().click(); await page.getByRole('button', { name: 'op de wachtlijst' }).waitFor(); await shot('calendar');
  await page.getByRole('button', { name: 'op de wachtlijst' }).click(); await page.getByRole('dialog').waitFor(); await shot('join', false);
  await page.getByRole('button', { name: 'terug' }).click();
  await ctx.close();
}
await b.close();
