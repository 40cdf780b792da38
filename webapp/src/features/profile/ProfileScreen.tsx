// The ways to the settings, and the member's own data. The form has its own copy while the member types.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/api/me.ts';
import { Loaded, Page, Skeleton } from '@/ui';
import { ProfileForm } from './ProfileForm.tsx';
import { profileQuery, useSaveProfile } from './queries.ts';
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
