// A screen below the profile. An operator who uses the portal as the member reads there what only the member can do.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '@/api/me.ts';
import { Notice, Page } from '@/ui';
import { BackLink } from '@/ui/BackLink.tsx';

interface ProfilePartProps {
  readonly title: string;
  readonly intro?: string;
  /** Without it an operator sees the screen too. */
  readonly onlyMember?: string;
  readonly children: ReactNode;
}

export function ProfilePart({ title, intro, onlyMember, children }: ProfilePartProps) {
  const { data: me } = useQuery({ ...meQuery, enabled: onlyMember !== undefined });
  return (
    <Page title={title} intro={intro} above={<BackLink to="/profile">naar je profiel</BackLink>}>
      {onlyMember && me?.impersonated_by ? <Notice>{onlyMember}</Notice> : children}
    </Page>
  );
}
