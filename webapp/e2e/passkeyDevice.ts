// Chromium's own virtual authenticator, for the journeys with passkeys.
import type { Page } from '@playwright/test';

/** A device that verifies its user without asking. */
export async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // The offer at the field of the e-mail address waits, so that the button can be tried.
      automaticPresenceSimulation: false,
    },
  });
  const confirmAlways = (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const keys = async () =>
    (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
  return { confirmAlways, keys };
}
