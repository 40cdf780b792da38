import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { today } from '@/api/clock.ts';
import { addDays } from '@/ui/format.ts';
import { fail } from '../../../../tests/mockResponse.ts';
import { violations } from '../../../../tests/operator/axe.ts';
import { savedFiles } from '../../../../tests/operator/savedFiles.ts';
import { networkError, openClub, serveClub } from '../../../../tests/club/render.tsx';
import { fact, line, type StatementContents } from '../../../../tests/club/statements.ts';
import { monthTitle } from './words.ts';

const first = () => `${addDays(`${today().slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
const month = () => first().slice(0, 7);
const played = () => line(first(), 'J.V.');

/** The month before this one. */
function open(contents: Partial<StatementContents>, overrides: Parameters<typeof serveClub>[1] = {}) {
  const clubhouse = serveClub({ role: 'treasurer', statements: { [month()]: contents } }, overrides);
  openClub(`/statements/${month()}`);
  return { clubhouse, user: userEvent.setup() };
}
const disputes = () => `POST /statements/${month()}/disputes`;
const sheet = async (name?: string) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }));
/** The text of a part, with the blanks of amounts as plain ones. */
const textOf = (element: HTMLElement) => element.textContent.replaceAll(/\s/g, ' ');
const amounts = async () => textOf(await screen.findByRole('region', { name: 'Bedragen' }));
const day = () => screen.findByRole('button', { name: /1.regel/ });
const lineOf = (name: RegExp) => screen.findByRole('button', { name });

/** The draft of this tab. */
const kept = () =>
  Object.values(sessionStorage)
    .map((text) => JSON.parse(String(text)) as { sent?: { dispute: string } })
    .find(({ sent }) => sent)!.sent!.dispute;
const correction = (date: string, net_cents: number) =>
  line(date, 'K.B.', { is_correction: true, net_cents });

async function openLine(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await day());
  await user.click(await lineOf(/^J\.V\./));
}

test('a treasurer starts at the months, of which a closed one has its amount', async () => {
  serveClub({ role: 'treasurer' });
  const { router } = openClub('/');
  const [open = '', next = '', closed = ''] = (
    await screen.findAllByRole('link', { name: /loopt|afgesloten/ })
  ).map(textOf);
  expect(router.state.location.pathname).toBe('/statements');
  expect(open).toMatch(/deze maand loopt nog$/);
  expect(next).toMatch(/nog niet afgesloten$/);
  expect(closed).toMatch(/afgesloten \d+ .*Nog niet betaald€ 32,70$/);
  await userEvent.setup().click(screen.getByRole('link', { name: new RegExp(monthTitle(month())) }));
  expect(await screen.findByRole('heading', { level: 1, name: monthTitle(month()) })).toHaveFocus();
  expect(screen.queryByRole('navigation', { name: 'Schermen' })).not.toBeInTheDocument();
  await router.navigate({ to: '/account' });
  expect(await screen.findByRole('navigation', { name: 'Schermen' })).toBeVisible();
});

test('without a tariff the screens say what comes', async () => {
  serveClub({ statements: {} });
  openClub('/statements');
  expect(await screen.findByText('Er is nog geen afrekening.')).toBeVisible();
  cleanup();
  open({ state: 'no_tariff', rounds_without_tariff: 2 });
  expect(await screen.findByText('Voor deze maand is er geen tarief.')).toBeVisible();
  expect(screen.getByText(/^2 gespeelde rondes hebben geen tarief/)).toBeVisible();
});

test('a month that does not exist is not asked for', async () => {
  const { requests } = serveClub();
  openClub('/statements/2026-13');
  expect(await screen.findByText(/deze pagina bestaat niet/)).toBeVisible();
  expect(requests.map(({ call }) => call)).not.toContain('GET /statements/2026-13');
});

test('the sums are by kind, with the VAT and the total', async () => {
  open({ lines: [played(), line(first(), 'E.S.', { kind: 'walk_in', net_cents: 1850 })] });
  const sums = await amounts();
  expect(sums).toContain('Tot nu toe€ 52,87');
  expect(sums).toContain('1 geboekte ronde€ 30,00');
  expect(sums).toContain('1 ronde aan de receptie geboekt€ 18,50');
  expect(sums).toContain('Totaal excl. btw€ 48,50');
  expect(sums).toContain('Btw 9% over € 48,50€ 4,37');
  expect(sums).not.toContain('niet verschenen');
});

test('what is below zero is set off with a payment, and not paid by the club', async () => {
  const taken = [correction(addDays(first(), -1), -3000)];
  open({ corrections: taken });
  expect(await amounts()).toContain('Tot nu toe te verrekenen€ 32,70');
  cleanup();
  open({ state: 'closed', corrections: taken });
  expect(await amounts()).toContain('Te verrekenen€ 32,70Wordt verrekend met een volgende betaling');
  cleanup();
  open({ state: 'closed', corrections: taken, paid_on: '2026-12-04' });
  expect(await amounts()).toContain('Verrekend€ 32,70Verrekend met de betaling van 4 december 2026');
  cleanup();
  open({ state: 'closed', lines: [played()], paid_on: '2026-12-04' });
  expect(await amounts()).toContain('Te ontvangen€ 32,70Betaling in opdracht gegeven op 4 december 2026');
});

test('a line has the start time of its group', async () => {
  const { user } = open({
    lines: [line(first(), 'J.V.', { start_time: '10:20' })],
    corrections: [{ ...correction(addDays(first(), -1), -3000), start_time: '09:10' }],
  });
  expect(await lineOf(/ 09:10.*K\.B\./)).toBeVisible();
  await user.click(await day());
  await user.click(await lineOf(/^10:20.*J\.V\./));
  expect((await sheet()).getByText('10:20')).toBeVisible();
});

test('a day opens to its lines, and a line tells why', async () => {
  const facts = [
    fact('arrived', '2026-11-12T09:12:00+01:00'),
    fact('holes', '2026-11-13T10:02:00+01:00', { holes: 9, note: 'Eerder gestopt' }),
  ];
  const { user, clubhouse } = open({
    lines: [line(first(), 'J.V.', { holes: 9, net_cents: 1800, facts })],
  });
  await day();
  expect(clubhouse.requests.map(({ call }) => call)).not.toContainEqual(expect.stringContaining('/days/'));
  await openLine(user);
  const shown = await sheet('J.V., 9 holes');
  expect(shown.getAllByRole('listitem').map(textOf)).toEqual([
    'Aangekomen op 12 nov 09:12',
    'Aangepast naar 9 holes: Eerder gestopt (13 nov 10:02)',
  ]);
  expect(await violations()).toEqual([]);
  await user.click(shown.getByRole('button', { name: 'bezwaar maken…' }));
  expect(await violations()).toEqual([]);
});

test('corrections stand below the month that they belong to', async () => {
  const [earlier, earliest] = [addDays(first(), -1), addDays(first(), -40)];
  open({ corrections: [correction(earlier, -3000), correction(earliest, 1800)] });
  const headings = await screen.findAllByRole('heading', { level: 3, name: /^Hoort bij/ });
  expect(headings.map(textOf)).toEqual(
    [earliest, earlier].map((date) => `Hoort bij ${monthTitle(date.slice(0, 7)).toLowerCase()}`),
  );
  const taken = screen.getByRole('region', { name: textOf(headings[1]!) });
  expect(textOf(taken)).toContain('€ -30,00');
});

test('a line is disputed once, also when the first answer was lost and the sheet was closed', async () => {
  let isLost = true;
  const { clubhouse, user } = open(
    { lines: [played()] },
    {
      [disputes()]: ({ body }) => {
        if (!isLost) return undefined;
        clubhouse.respond('POST', new URL(`/club/api/statements/${month()}/disputes`, location.href), body);
        return networkError;
      },
    },
  );
  await openLine(user);
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken…' }));
  const confirm = async () => user.click((await sheet()).getByRole('button', { name: 'bezwaar maken' }));
  await confirm();
  expect((await sheet()).getByText('Schrijf wat er niet klopt.')).toBeVisible();
  await user.type((await sheet()).getByLabelText('Wat klopt er niet?'), 'er zijn 9 holes gespeeld');
  await confirm();
  expect(await (await sheet()).findByRole('alert')).toHaveTextContent('Er is geen verbinding.');
  await user.click((await sheet()).getByRole('button', { name: 'terug' }));
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken…' }));
  expect((await sheet()).getByLabelText('Wat klopt er niet?')).toHaveValue('er zijn 9 holes gespeeld');
  isLost = false;
  await confirm();
  expect(await screen.findByRole('region', { name: 'Bezwaren' })).toHaveTextContent('in behandeling');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const [sent, again, ...others] = clubhouse.bodiesOf(disputes());
  expect(sent).toEqual({
    dispute: expect.any(String),
    date: first(),
    place: played().place,
    reason: 'er zijn 9 holes gespeeld',
  });
  expect(again).toEqual(sent);
  expect(others).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
  expect(await lineOf(/J\.V\..*bezwaar in behandeling/)).toBeVisible();
});

test('another text after a lost answer is another dispute, and the refusal stands in the sheet', async () => {
  const { clubhouse, user } = open(
    { lines: [played()] },
    { [disputes()]: () => fail(409, 'Hierover is al een bezwaar in behandeling.') },
  );
  await openLine(user);
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken…' }));
  const field = (await sheet()).getByLabelText('Wat klopt er niet?');
  await user.type(field, 'een');
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken' }));
  expect(await (await sheet()).findByRole('alert')).toHaveTextContent('al een bezwaar in behandeling');
  const before = kept();
  await user.type(field, ' twee');
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken' }));
  await waitFor(() => expect(kept()).not.toBe(before));
  expect(clubhouse.bodiesOf(disputes())).toEqual([]);
});

test('a round that is missing is of a day of the month, and what is typed survives the log-in', async () => {
  const { clubhouse, user } = open({ lines: [played()] });
  await user.click(await screen.findByRole('button', { name: 'er ontbreekt een ronde op een andere dag…' }));
  await user.type(screen.getByLabelText('Wat ontbreekt er?'), 'de ronde van 10:40');
  await user.click((await sheet()).getByRole('button', { name: 'melden' }));
  expect(screen.getByText(/^Kies een dag van deze maand/)).toBeVisible();
  cleanup();
  openClub(`/statements/${month()}`);
  expect(await screen.findByLabelText('Wat ontbreekt er?')).toHaveValue('de ronde van 10:40');
  await user.type(screen.getByLabelText('Dag van de ronde'), addDays(first(), 2));
  await user.click((await sheet()).getByRole('button', { name: 'melden' }));
  expect(await screen.findByRole('heading', { name: /, ronde ontbreekt$/ })).toBeVisible();
  expect(clubhouse.bodiesOf(disputes())).toEqual([
    { dispute: expect.any(String), date: addDays(first(), 2), place: null, reason: 'de ronde van 10:40' },
  ]);
});

test('what is typed goes with the log-out', async () => {
  const { user } = open({ lines: [played()] });
  await user.click(await screen.findByRole('button', { name: 'er ontbreekt een ronde op een andere dag…' }));
  await user.type(screen.getByLabelText('Wat ontbreekt er?'), 'de ronde van 10:40');
  await user.click((await sheet()).getByRole('button', { name: 'terug' }));
  expect(sessionStorage).toHaveLength(1);
  await user.click(screen.getByRole('link', { name: /account$/ }));
  await user.click(await screen.findByRole('button', { name: 'uitloggen' }));
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});

test('a dispute shows its answer, and an open one is withdrawn', async () => {
  const dispute = {
    dispute: 'open',
    month: month(),
    date: first(),
    place: played().place,
    player: 'J.V.',
    reason: 'er zijn 9 holes gespeeld',
    disputed_at: '2026-12-03T10:12:00+01:00',
    outcome: null,
    adjustment_cents: 0,
    answer: null,
    ended_at: null,
  } as const;
  const accepted = {
    ...dispute,
    dispute: 'accepted',
    outcome: 'accepted',
    adjustment_cents: -1200,
    answer: 'Klopt',
    ended_at: '2026-12-04T10:12:00+01:00',
  } as const;
  const { clubhouse, user } = open({ lines: [played()], disputes: [accepted, dispute] });
  const [ended, running] = within(await screen.findByRole('region', { name: 'Bezwaren' })).getAllByRole(
    'listitem',
  );
  expect(textOf(ended!)).toContain(
    'Antwoord: Klopt (4 dec 10:12)€ 12,00 excl. btw eraf, op de eerstvolgende afrekening.',
  );
  await user.click(within(running!).getByRole('button', { name: /intrekken$/ }));
  await user.click((await sheet()).getByRole('button', { name: 'intrekken' }));
  expect((await sheet()).getByRole('radio', { name: 'Klopt toch' })).toHaveFocus();
  await user.click((await sheet()).getByRole('radio', { name: 'Klopt toch' }));
  await user.click((await sheet()).getByRole('button', { name: 'intrekken' }));
  expect(await screen.findByText(/^Ingetrokken: Klopt toch/)).toBeVisible();
  await waitFor(() => expect(running).toHaveFocus());
  expect(clubhouse.bodiesOf('POST /disputes/open/withdraw')).toEqual([{ reason: 'Klopt toch' }]);
});

test('an answer stands at its line and at what it adds, and a line is disputed again', async () => {
  const dispute = {
    dispute: 'accepted',
    month: month(),
    date: first(),
    place: played().place,
    player: 'J.V.',
    reason: 'er zijn 9 holes gespeeld',
    disputed_at: '2026-12-03T10:12:00+01:00',
    outcome: 'accepted',
    adjustment_cents: -1200,
    answer: 'Klopt',
    ended_at: '2026-12-04T10:12:00+01:00',
  } as const;
  const added = line(first(), null, {
    place: null,
    dispute: 'accepted',
    kind: 'adjustment',
    net_cents: -1200,
    facts: [],
  });
  const { user } = open({ lines: [played()], adjustments: [added], disputes: [dispute] });
  await user.click(await lineOf(/J\.V\..*toegekend bezwaar/));
  expect((await sheet('J.V., toegekend bezwaar')).getByText(/^er zijn 9 holes gespeeld/)).toBeVisible();
  await user.click((await sheet()).getByRole('button', { name: 'sluiten' }));
  await user.click(await day());
  await user.click(await lineOf(/^J\.V\..*toegekend.*12,00.excl\. btw eraf/));
  expect((await sheet()).getByText(/^Antwoord: Klopt/)).toBeVisible();
  await user.click((await sheet()).getByRole('button', { name: 'opnieuw bezwaar maken…' }));
  await user.type((await sheet('Opnieuw bezwaar maken')).getByLabelText('Wat klopt er niet?'), 'toch 18');
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken' }));
  const row = await lineOf(/^J\.V\..*bezwaar in behandeling/);
  expect(row).toHaveFocus();
  expect(within(row.closest('li')!).getByText('Bezwaar verstuurd.')).toBeVisible();
});

test('after the end of the session the log-in says that the form is kept, and the form opens again', async () => {
  const { clubhouse, user } = open({ lines: [played()] }, { [disputes()]: () => fail(401, 'Log in.') });
  await openLine(user);
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken…' }));
  await user.type((await sheet()).getByLabelText('Wat klopt er niet?'), 'er zijn 9 holes gespeeld');
  await user.click((await sheet()).getByRole('button', { name: 'bezwaar maken' }));
  expect(
    await screen.findByText('Je sessie is verlopen. Log opnieuw in. Wat je schreef, is bewaard.'),
  ).toBeVisible();
  expect(clubhouse.bodiesOf(disputes())).toEqual([]);
  cleanup();
  openClub(`/statements/${month()}`);
  expect((await sheet('Bezwaar maken')).getByLabelText('Wat klopt er niet?')).toHaveValue(
    'er zijn 9 holes gespeeld',
  );
});

test('after the last day a line can only be read', async () => {
  const { user } = (() => {
    const old = addDays(first(), -100).slice(0, 7);
    serveClub({
      statements: {
        [old]: { state: 'closed', disputes_until: addDays(today(), -1), lines: [line(`${old}-02`, 'J.V.')] },
      },
    });
    openClub(`/statements/${old}`);
    return { user: userEvent.setup() };
  })();
  await openLine(user);
  expect((await sheet()).queryByRole('button', { name: /bezwaar/ })).not.toBeInTheDocument();
  expect(screen.getByText(/^Bezwaar maken kon tot en met/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /ontbreekt/ })).not.toBeInTheDocument();
});

test('a file is saved, and a failure stands below its button', async () => {
  const { names } = savedFiles();
  let isGone = true;
  const { user } = open(
    { state: 'closed', lines: [played()] },
    {
      [`GET /statements/${month()}/invoice.xml`]: () =>
        isGone ? fail(503, 'Probeer het later.') : undefined,
    },
  );
  await user.click(await screen.findByRole('button', { name: 'afrekening (pdf)' }));
  await waitFor(() => expect(names).toEqual([`afrekening-${month()}.pdf`]));
  await user.click(screen.getByRole('button', { name: 'factuur (xml)' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Probeer het later.');
  isGone = false;
  await user.click(screen.getByRole('button', { name: 'factuur (xml)' }));
  await waitFor(() => expect(names).toHaveLength(2));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a desk does not see what the club is owed', async () => {
  const { requests } = serveClub({ role: 'desk' });
  const { router } = openClub(`/statements/${month()}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Vandaag' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  expect(requests.filter(({ call }) => call.includes('statements'))).toEqual([]);
});
