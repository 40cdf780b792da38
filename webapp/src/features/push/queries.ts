// The devices that show the member's news, and whether this browser is one of them.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushDevice } from '@/api/generated/PushDevice.ts';
import { call } from '@/api/client.ts';
import { PushStateAnswer } from '@/api/generated/PushStateAnswer.ts';
import { Subscribed } from '@/api/generated/Subscribed.ts';
import { meQuery } from '@/api/me.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { fingerprintOf, ownSubscription, subscribe } from './browser.ts';
import { rememberShown, shownTo } from './choice.ts';

export const pushTexts = {
  failure: 'De meldingen zijn niet gewijzigd. Probeer het later opnieuw.',
  network: 'Netwerkfout. Controleer je verbinding en probeer het opnieuw.',
};

const loadState = async (signal: AbortSignal) =>
  (await call('/users/me/push', { schema: PushStateAnswer, signal })).data;

async function register(subscription: PushSubscription, email: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] };
  await call('/users/me/push', { method: 'POST', schema: Subscribed, body });
  rememberShown(await fingerprintOf(email));
}

export const pushQuery = (email: string) =>
  queryOptions({
    queryKey: ['push', email],
    queryFn: async ({ signal }) => {
      const state = await loadState(signal);
      const own = await ownSubscription();
      const fingerprint = own && (await fingerprintOf(own.endpoint));
      const here = state.devices.find((device) => device.fingerprint === fingerprint);
      const isBound = here && here.is_of_this_session !== false;
      if (isBound || !own || Notification.permission !== 'granted') return { ...state, here };
      if (shownTo() !== (await fingerprintOf(email))) return { ...state, here };
      // The browser replaced its address since the member switched news on here, or they logged in again: then it ends
      // with the new session.
      await register(own, email);
      const { devices } = await loadState(signal);
      return { ...state, devices, here: devices.find((device) => device.fingerprint === fingerprint) };
    },
  });

/** Whether news is shown on any device of the member. */
export function useHasDevices(): boolean {
  const { data: me } = useQuery(meQuery);
  const query = useQuery({ ...pushQuery(me?.email ?? ''), enabled: me !== undefined && !me.impersonated_by });
  return (query.data?.devices.length ?? 0) > 0;
}

function useChange<Variables>(change: (variables: Variables) => Promise<unknown>) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ['push'] }),
  });
}

/** Only after a press: the browser may ask. */
export const useSwitchOn = (email: string) =>
  useChange(async (publicKey: string) => register(await subscribe(publicKey), email));

export const useShowDetails = () =>
  useChange(({ id, shows_details }: Pick<PushDevice, 'id' | 'shows_details'>) =>
    call(`/users/me/push/${encodeURIComponent(id)}`, {
      method: 'POST',
      body: { shows_details },
    }),
  );

export const useRemoveDevice = () =>
  useChange(async ({ id, isHere }: { readonly id: string; readonly isHere: boolean }) => {
    if (isHere) {
      rememberShown(undefined);
      await (await ownSubscription())?.unsubscribe();
    }
    return call(`/users/me/push/${encodeURIComponent(id)}/remove`, {
      method: 'POST',
      body: {},
    });
  });
