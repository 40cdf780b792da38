// On the scanning screen a session that ended takes nothing away: scans are facts, and are kept until somebody logs in.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { loseSession, useClubSession } from '@/club/api/session.ts';
import { Notice } from '@/ui/Alert.tsx';
import { announce } from '@/ui/announce.ts';
import { Button } from '@/ui/Button.tsx';
import { useQueue } from './queue.ts';
import styles from './ScanScreen.module.css';

const TEXTS = {
  account: 'Je sessie is verlopen. Log in; scans blijven bewaard.',
  device:
    'Dit toestel is niet meer gekoppeld. Een beheerder koppelt het opnieuw bij Team; scans blijven bewaard.',
} as const;

export function EndedNote() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const text = TEXTS[useClubSession().kind];
  const { needsLogIn } = useQueue();
  useEffect(() => {
    if (needsLogIn) announce(text);
  }, [needsLogIn, text]);
  if (!needsLogIn) return null;
  return (
    <div className={styles.ended}>
      <Notice>
        <p>{text}</p>
        <Button
          onClick={() => {
            loseSession(queryClient);
            void navigate({ to: '/login', search: { back: '/scan' } });
          }}
        >
          inloggen
        </Button>
      </Notice>
    </div>
  );
}
