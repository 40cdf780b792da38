// Shown above every screen while an operator uses the portal as a member.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import { meQuery } from '@/api/me.ts';
import { fullName, Row } from '@/ui';
import styles from './ImpersonationBanner.module.css';

export function ImpersonationBanner() {
  const { data: me } = useQuery(meQuery);
  if (!me?.impersonated_by) return null;
  return (
    <Row as="aside" gap={3} lineGap={1} align="center" className={styles.banner} aria-label="Meekijken">
      <Eye aria-hidden size={20} />
      <span>
        Je bekijkt het portaal als <strong>{fullName(me) || me.email}</strong>. Alles wat je doet, wordt
        vastgelegd.
      </span>
      <Link to="/auth/logout" preload={false} className={styles.stop}>
        stoppen
      </Link>
    </Row>
  );
}
