// The member's passkeys: what they log in with instead of a password.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeyRow } from '@/api/generated/PasskeyRow.ts';
import { failureText } from '@/api/error.ts';
import { ProfilePart } from '@/features/profile/ProfilePart.tsx';
import { Notice, Status, EmptyState, Stack, Loaded, Skeleton } from '@/ui';
import { AddPasskey } from './AddPasskey.tsx';
import { PasskeyItem } from './PasskeyItem.tsx';
import { passkeysQuery, passkeysTexts } from './queries.ts';
import { RemoveDialog } from './RemoveDialog.tsx';
import { supportsPasskeys } from '@/ui/webauthn.ts';

export function PasskeysScreen() {
  return (
    <ProfilePart
      onlyMember="Alleen het lid zelf kan passkeys beheren."
      title="Passkeys"
      intro="Log in met je vingerafdruk, je gezicht of de code van je apparaat, zonder wachtwoord."
    >
      <Passkeys />
    </ProfilePart>
  );
}

function Passkeys() {
  const query = useQuery(passkeysQuery);
  const [removing, setRemoving] = useState<PasskeyRow | null>(null);
  const [done, setDone] = useState('');
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton height="6rem" count={2} />}
      failure={(error) => [
        failureText(error, { ...passkeysTexts, failure: 'Je passkeys kunnen niet worden geladen.' }),
      ]}
    >
      {({ data, available, address, password_needed, has_password }) => (
        <>
          {done ? <Status>{done}</Status> : null}
          {data.length > 0 ? (
            <Stack as="ul" gap={3} aria-label="Passkeys">
              {data.map((passkey) => (
                <PasskeyItem
                  key={passkey.id}
                  passkey={passkey}
                  isLastWayIn={!has_password && data.length === 1}
                  onRenamed={setDone}
                  onRemove={() => setRemoving(passkey)}
                />
              ))}
            </Stack>
          ) : (
            <EmptyState title="Je hebt nog geen passkeys." />
          )}
          {address && address !== location.origin ? (
            <Notice>
              Passkeys werken alleen op <a href={`${address}/profile/passkeys`}>{address}</a>.
            </Notice>
          ) : !available || !supportsPasskeys() ? (
            <Notice>Op dit apparaat of dit adres kun je geen passkey toevoegen.</Notice>
          ) : (
            <AddPasskey passwordNeeded={password_needed} onAdded={setDone} />
          )}
          {removing ? (
            <RemoveDialog
              passkey={removing}
              onClose={() => setRemoving(null)}
              onRemoved={(message) => {
                setRemoving(null);
                setDone(message);
              }}
            />
          ) : null}
        </>
      )}
    </Loaded>
  );
}
