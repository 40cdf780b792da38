import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openClub, serveClub } from '../../../../tests/club/render.tsx';
import { fail } from '../../../../tests/mockResponse.ts';

type Overrides = Parameters<typeof serveClub>[1];

async function open(overrides: Overrides = {}) {
  const clubhouse = serveClub({}, overrides);
  openClub('/team');
  const accounts = within(await screen.findByRole('list', { name: 'Accounts' }));
  const devices = within(await screen.findByRole('list', { name: 'Toestellen' }));
  return { clubhouse, accounts, devices, user: userEvent.setup() };
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('an invitation gives a link to copy and to mail', async () => {
  const { clubhouse, accounts, user } = await open();
  await user.click(screen.getByRole('button', { name: 'iemand uitnodigen' }));
  const form = await dialog('Iemand uitnodigen');
  await user.click(form.getByRole('button', { name: 'uitnodigen' }));
  expect(form.getByLabelText('Naam')).toHaveAccessibleDescription('Vul een naam in.');
  await user.type(form.getByLabelText('Naam'), 'Noor Kok');
  await user.type(form.getByLabelText('E-mailadres'), 'Noor Kok <noor@wilgenhoek.example>');
  await user.click(form.getByRole('radio', { name: /^Beheerder/ }));
  await user.click(form.getByRole('button', { name: 'uitnodigen' }));
  const shown = await dialog('De link voor Noor Kok');
  expect(shown.getByText('https://fairway.example/club/setup#abc')).toBeVisible();
  expect(shown.getByRole('link', { name: 'mail openen' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:noor%40wilgenhoek\.example\?subject=.*club%2Fsetup%23abc/),
  );
  await user.click(shown.getByRole('button', { name: 'link kopiëren' }));
  expect(await shown.findByRole('button', { name: 'gekopieerd' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('https://fairway.example/club/setup#abc');
  await user.click(shown.getByRole('button', { name: 'sluiten' }));
  expect(clubhouse.bodiesOf('POST /accounts/invite')).toEqual([
    { name: 'Noor Kok', email: 'noor@wilgenhoek.example', role: 'manager' },
  ]);
  expect(await accounts.findByText('uitgenodigd')).toBeVisible();
});

test('an address that has an account is told at its field', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'iemand uitnodigen' }));
  const form = await dialog('Iemand uitnodigen');
  await user.type(form.getByLabelText('Naam'), 'Ties Bakker');
  await user.type(form.getByLabelText('E-mailadres'), 'ties@wilgenhoek.example');
  await user.click(form.getByRole('button', { name: 'uitnodigen' }));
  await waitFor(() =>
    expect(form.getByLabelText('E-mailadres')).toHaveAccessibleDescription(/is er al een account/),
  );
});

test('a role is changed, and one’s own account is left alone', async () => {
  const { clubhouse, accounts, user } = await open();
  expect(accounts.getByText('dit ben jij')).toBeVisible();
  expect(accounts.queryByRole('button', { name: 'wijzigen: Marga Visser' })).toBeNull();
  await user.click(accounts.getByRole('button', { name: 'wijzigen: Ties Bakker' }));
  const form = await dialog('Ties Bakker wijzigen');
  expect(form.getByRole('radio', { name: /^Receptie/ })).toBeChecked();
  await user.click(form.getByRole('radio', { name: /^Penningmeester/ }));
  await user.click(form.getByRole('button', { name: 'rol opslaan' }));
  expect(await screen.findByText('Ties Bakker heeft nu de rol Penningmeester.')).toBeVisible();
  expect(clubhouse.bodiesOf('POST /accounts/role')).toEqual([{ id: 'ties', role: 'treasurer' }]);
});

test('an account is blocked after a question, and let in again', async () => {
  const { accounts, user } = await open();
  const change = async (act: string) => {
    await user.click(accounts.getByRole('button', { name: 'wijzigen: Ties Bakker' }));
    await user.click((await dialog('Ties Bakker wijzigen')).getByRole('button', { name: act }));
    await user.click((await dialog(`Ties Bakker ${act}`)).getByRole('button', { name: act }));
  };
  await change('blokkeren');
  expect(await screen.findByText('Ties Bakker is geblokkeerd.')).toBeVisible();
  expect(await accounts.findByText('geblokkeerd')).toBeVisible();
  await change('deblokkeren');
  expect(await screen.findByText('Ties Bakker is gedeblokkeerd.')).toBeVisible();
  await waitFor(() => expect(accounts.queryByText('geblokkeerd')).toBeNull());
});

test('a refused act keeps its question, with the sentence of the server', async () => {
  const { accounts, user } = await open({
    'POST /accounts/invite-again': () => fail(409, 'De club moet een beheerder houden.'),
  });
  await user.click(accounts.getByRole('button', { name: 'wijzigen: Ties Bakker' }));
  await user.click(
    (await dialog('Ties Bakker wijzigen')).getByRole('button', { name: 'opnieuw uitnodigen' }),
  );
  const question = await dialog('Ties Bakker opnieuw uitnodigen');
  await user.click(question.getByRole('button', { name: 'opnieuw uitnodigen' }));
  expect(await question.findByRole('alert')).toHaveTextContent('De club moet een beheerder houden.');
});

test('a device is paired by a code that is shown until the device is there', async () => {
  const { clubhouse, devices, user } = await open();
  await user.click(screen.getByRole('button', { name: 'toestel koppelen' }));
  const form = await dialog('Toestel koppelen');
  await user.type(form.getByLabelText('Naam van het toestel'), 'Starthuis');
  await user.click(form.getByRole('button', { name: 'code tonen' }));
  expect(
    (await dialog('Starthuis koppelen')).getByRole('img', { name: 'QR-code die Starthuis koppelt' }),
  ).toBeVisible();
  clubhouse.useCode();
  expect(await screen.findByText('Starthuis is gekoppeld.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(devices.getByRole('heading', { name: 'Starthuis' })).toBeVisible();
});

test('a code that has expired leads to a new one', async () => {
  const { user } = await open({
    'POST /devices/pair': () => ({
      body: { link: 'x', qr_svg: '<svg/>', expires_at: new Date(Date.now() - 1000).toISOString() },
    }),
  });
  await user.click(screen.getByRole('button', { name: 'toestel koppelen' }));
  const form = await dialog('Toestel koppelen');
  await user.type(form.getByLabelText('Naam van het toestel'), 'Starthuis');
  await user.click(form.getByRole('button', { name: 'code tonen' }));
  const shown = await dialog('Starthuis koppelen');
  expect(await shown.findByText('Deze code is verlopen. Maak een nieuwe.')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'nieuwe code maken' }));
  expect(await screen.findByRole('dialog', { name: 'Toestel koppelen' })).toBeVisible();
});

test('the end of a device’s access names the scans that wait on it', async () => {
  const { clubhouse, devices, user } = await open();
  expect(devices.getByText('3 scans wachten op verbinding')).toBeVisible();
  await user.click(devices.getByRole('button', { name: 'ontkoppelen: Tablet terras' }));
  const question = await dialog('Tablet terras ontkoppelen');
  expect(question.getByText(/wachten nog 3 scans/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'ontkoppelen' }));
  expect(await screen.findByText('Tablet terras is ontkoppeld.')).toBeVisible();
  expect(clubhouse.bodiesOf('POST /devices/revoke')).toEqual([{ id: 'terras' }]);
  await waitFor(() => expect(devices.queryByText('Tablet terras')).toBeNull());
});

test('a system gets its token once, a new one and an end', async () => {
  const { clubhouse, user } = await open();
  const systems = within(await screen.findByRole('list', { name: 'Koppelingen' }));
  expect(systems.getByText(/^rondes en aankomsten lezen, .*; aankomsten melden$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'koppeling maken' }));
  const form = await dialog('Nieuwe koppeling');
  await user.type(form.getByLabelText('Naam van de koppeling'), 'Toegangspoort');
  await user.click(form.getByRole('button', { name: 'koppeling maken' }));
  expect(form.getByText('Kies minstens één recht.')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'de staat van de baan lezen' }));
  await user.click(form.getByRole('button', { name: 'koppeling maken' }));
  const shown = await dialog('De sleutel van Toegangspoort');
  expect(shown.getByText('fwc_new')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'sleutel kopiëren' }));
  expect(await navigator.clipboard.readText()).toBe('fwc_new');
  await user.click(shown.getByRole('button', { name: 'sluiten' }));
  expect(clubhouse.bodiesOf('POST /systems')).toEqual([{ name: 'Toegangspoort', scopes: ['course.read'] }]);

  await user.click(systems.getByRole('button', { name: 'nieuwe sleutel: Kassa' }));
  await user.click(
    (await dialog('Nieuwe sleutel voor Kassa')).getByRole('button', { name: 'nieuwe sleutel' }),
  );
  const rotated = await dialog('De sleutel van Kassa');
  expect(rotated.getByText('fwc_rotated')).toBeVisible();
  await user.click(rotated.getByRole('button', { name: 'sluiten' }));

  await user.click(systems.getByRole('button', { name: 'intrekken: Kassa' }));
  await user.click((await dialog('Kassa intrekken')).getByRole('button', { name: 'intrekken' }));
  expect(await screen.findByText('Kassa is ingetrokken.')).toBeVisible();
  expect(clubhouse.bodiesOf('POST /systems/revoke')).toEqual([{ id: 'kassa' }]);
});
