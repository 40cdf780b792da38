// Who uses the screens and what they may do, and how they log in. Of a device: which one, and the end of its access.
import { Fact, Page, Region, Stack } from '@/ui';
import { ThemeSwitch } from '@/ui/ThemeSwitch.tsx';
import { useClubSession } from '../../api/session.ts';
import { mayDo, roleNames } from '../../ui/index.ts';
import { LogOut } from './LogOut.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Passkeys } from './Passkeys.tsx';

export function AccountScreen() {
  const { name, email, kind, role, club_name } = useClubSession();
  const isDevice = kind === 'device';
  return (
    <Page
      title={isDevice ? 'Dit toestel' : 'Je account'}
      actions={<ThemeSwitch dark="Donkere weergave" light="Lichte weergave" className="icon-button" />}
    >
      <Stack as="dl" gap={3} className="facts panel">
        <Fact term="Club">{club_name}</Fact>
        <Fact term={isDevice ? 'Toestel' : 'Naam'}>{name}</Fact>
        {email === null ? null : <Fact term="E-mailadres">{email}</Fact>}
        {isDevice ? (
          <Fact term="Toegang">Iedereen die dit toestel gebruikt, ziet wie er speelt en kan scannen.</Fact>
        ) : (
          <Fact term={`Rol: ${roleNames[role]}`}>{mayDo[role]}</Fact>
        )}
      </Stack>
      {isDevice ? null : (
        <>
          <Passkeys />
          <OwnSessions />
        </>
      )}
      <Region title={isDevice ? 'Ontkoppelen' : 'Uitloggen'}>
        <LogOut isDevice={isDevice} />
      </Region>
    </Page>
  );
}
