// The passkeys of the member: adding, renaming and removing them.
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { PasskeyRow } from '@/api/generated/PasskeyRow.ts';
import { call } from '@/api/client.ts';
import { PasskeysAnswer } from '@/api/generated/PasskeysAnswer.ts';
import { PasskeyChallenge } from '@/api/generated/PasskeyChallenge.ts';
import { useSingleMutation } from '@/api/useSingleMutation.ts';
import { createPasskey, tellAccepted } from '@/ui/webauthn.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => {
    const passkeys = await call('/users/me/passkeys', { schema: PasskeysAnswer, signal });
    if (passkeys.accepted) tellAccepted(passkeys.accepted);
    return passkeys;
  },
});

export const passkeysTexts = {
  failure: 'Je passkeys zijn niet gewijzigd. Probeer het later opnieuw.',
  network: 'Netwerkfout. Controleer je verbinding en probeer het opnieuw.',
};

const post = (path: string, body: object) => call(`/users/me/passkeys${path}`, { method: 'POST', body });

export interface NewPasskey {
  readonly name: string;
  /** Only where the server asks for it. */
  readonly password: string | undefined;
}

async function addPasskey({ name, password }: NewPasskey) {
  const { challenge, options } = await call('/users/me/passkeys/begin', {
    method: 'POST',
    schema: PasskeyChallenge,
    body: password === undefined ? {} : { password },
  });
  const credential = await createPasskey(options);
  return post('', { challenge, name, credential });
}

/** Reads the list again after each change, and after a failure too: it may have happened. */
function usePasskeyChange<Variables>(change: (variables: Variables) => Promise<unknown>) {
  const queries = useQueryClient();
  return useSingleMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

export const useAddPasskey = () => usePasskeyChange(addPasskey);

export const useRenamePasskey = () =>
  usePasskeyChange(({ id, name }: Pick<PasskeyRow, 'id' | 'name'>) =>
    post(`/${encodeURIComponent(id)}/rename`, { name }),
  );

export const useRemovePasskey = () =>
  usePasskeyChange(({ id }: PasskeyRow) => post(`/${encodeURIComponent(id)}/remove`, {}));
