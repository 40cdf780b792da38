// The browser's part of a passkey. The server sends and receives binary values as base64url; the browser's interface
// takes bytes. The browser's own conversion (`parseCreationOptionsFromJSON`) is younger than passkeys are.

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
const text = (buffer: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

interface Descriptor {
  readonly id: string;
  readonly type: string;
}

/** The server's options; the fields that hold bytes are named, the others pass as they are. */
interface CreationOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
  readonly excludeCredentials?: readonly Descriptor[] | undefined;
}
interface RequestOptions {
  readonly challenge: string;
}

const descriptors = (list: readonly Descriptor[] = []) =>
  list.map((one) => ({ ...one, id: bytes(one.id) })) as PublicKeyCredentialDescriptor[];

/** Whether this browser can have passkeys here: not over http, except on localhost, and not on a numeric address. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);
}

/** Whether the browser offers passkeys below the field of the e-mail address. */
export async function supportsAutofill(): Promise<boolean> {
  return supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** The member stopped, or the device found nothing: no failure to report in red. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);

/** The device has a passkey of this account already. */
export const isKnownAlready = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidStateError';

export async function createPasskey(given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const options = given as unknown as CreationOptions;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...described(credential),
    response: {
      attestationObject: text(response.attestationObject),
      clientDataJSON: text(response.clientDataJSON),
    },
  };
}

/** With `signal` the browser offers passkeys while the member types; without it, in a dialog at once. */
export async function signWithPasskey(
  given: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<unknown> {
  const options = given as unknown as RequestOptions;
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    allowCredentials: [],
  } as unknown as PublicKeyCredentialRequestOptions;
  const mediation = signal ? 'conditional' : 'optional';
  const request = { publicKey, mediation, ...(signal ? { signal } : {}) } as CredentialRequestOptions;
  const credential = (await navigator.credentials.get(request)) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...described(credential),
    response: {
      authenticatorData: text(response.authenticatorData),
      clientDataJSON: text(response.clientDataJSON),
      signature: text(response.signature),
      userHandle: response.userHandle ? text(response.userHandle) : null,
    },
  };
}

/**
 * Tells the browser which passkeys the portal accepts, so that one that was removed, here or on another device, is no longer
 * offered by a password manager. Younger than passkeys; where it is missing or fails, nothing is lost.
 */
export function tellAccepted(accepted: Readonly<Record<string, unknown>>): void {
  if (typeof PublicKeyCredential !== 'function') return;
  const browser = PublicKeyCredential as unknown as {
    signalAllAcceptedCredentials?: (options: unknown) => Promise<void>;
  };
  browser.signalAllAcceptedCredentials?.(accepted).catch(() => {});
}

const described = (credential: PublicKeyCredential) => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  clientExtensionResults: {},
});
