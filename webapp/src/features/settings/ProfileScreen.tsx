// The ways to the settings, and the member's own data. It is a feature of its own, because it shows parts of several.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/api/me.ts';
import { ProfileForm } from '@/features/profile/ProfileForm.tsx';
import { profileQuery, useSaveProfile } from '@/features/profile/queries.ts';
import { Loaded, Page, Skeleton } from '@/ui';
import { SettingsList } from './SettingsList.tsx';

export function ProfileScreen() {
  const me = useQuery(meQuery);
  const query = useQuery(profileQuery);
  const save = useSaveProfile();
  return (
    <Page title="Profiel">
      <SettingsList me={me.data} />
      <Loaded query={query} skeleton={<Skeleton height="16rem" count={3} />}>
        {({ data }) => <ProfileForm saved={data} save={save} />}
      </Loaded>
    </Page>
  );
}
