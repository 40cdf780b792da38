// The member's own data. Loaded here; the form takes over from there.
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/session/session.ts';
import { ButtonLink } from '@/ui/Button.tsx';
import { LoadFailure } from '@/ui/LoadFailure.tsx';
import { Page } from '@/ui/Page.tsx';
import { Skeleton } from '@/ui/Skeleton.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { profileQuery } from './queries.ts';

export function ProfileScreen() {
  const { impersonating } = useSession();
  const { data, isPending, isFetching, refetch } = useQuery(profileQuery);
  return (
    <Page title="Profiel">
      {isPending ? <Skeleton height="16rem" count={3} /> : null}
      {!isPending && !data ? (
        <LoadFailure retrying={isFetching} onRetry={() => void refetch()}>
          <p>Er is iets misgegaan.</p>
        </LoadFailure>
      ) : null}
      {data ? <ProfileForm saved={data.data} /> : null}
      {isPending || impersonating ? null : (
        <div>
          <ButtonLink to="/profile/password">wachtwoord wijzigen</ButtonLink>
        </div>
      )}
    </Page>
  );
}
