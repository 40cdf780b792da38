// The member's own data. The form has its own copy while the member types.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '@/api/me.ts';
import { ButtonLink, Loaded, Page, Skeleton } from '@/ui';
import { AccountLinks } from './AccountLinks.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { profileQuery, useSaveProfile } from './queries.ts';
import { SaveProfileButton } from './SaveProfileButton.tsx';

export function ProfileScreen() {
  const me = useQuery(meQuery);
  const query = useQuery(profileQuery);
  const save = useSaveProfile();
  const rail = query.data ? (
    <>
      <SaveProfileButton save={save} />
      <ButtonLink to="/profile/notifications" wide>
        berichten
      </ButtonLink>
      {me.isPending || me.data?.impersonated_by ? null : <AccountLinks />}
      <ButtonLink to="/privacy" variant="quiet" wide>
        wat Fairway van je bewaart
      </ButtonLink>
    </>
  ) : null;
  return (
    <Page title="Profiel" rail={rail}>
      <Loaded query={query} skeleton={<Skeleton height="16rem" count={3} />}>
        {({ data }) => <ProfileForm saved={data} save={save} />}
      </Loaded>
    </Page>
  );
}
