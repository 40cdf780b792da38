// The browsers in which one is logged in. One that one does not know is ended here at once.
import { useQuery } from '@tanstack/react-query';
import { Alert, announce, Badge, browserName, Button, cx, Loaded, Region, Skeleton, Stack } from '@/ui';
import { failureText } from '../../api/failure.ts';
import type { ClubOwnSession } from '../../api/generated/ClubOwnSession.ts';
import { momentText } from '../../ui/index.ts';
import styles from './Account.module.css';
import { sessionsQuery, useEndSession } from './queries.ts';

/** `Chrome op Android`, without the version, which nobody knows. */
function deviceName({ browser }: ClubOwnSession): string {
  const found = browserName(browser);
  if (!found) return 'Onbekend toestel';
  return found.system ? `${found.name} op ${found.system}` : found.name;
}

export function OwnSessions() {
  const query = useQuery(sessionsQuery);
  const ending = useEndSession();
  return (
    <Region title="Ingelogde toestellen">
      <Loaded query={query} skeleton={<Skeleton height="4.5rem" count={2} />}>
        {(sessions: readonly ClubOwnSession[]) => (
          <Stack as="ul" className="panel lined" aria-label="Ingelogde toestellen">
            {sessions.map((session) => (
              <li key={session.id} className={cx('spread', styles.row)}>
                <Stack gap={1} align="start">
                  <h3 className="text-size">{deviceName(session)}</h3>
                  {session.is_current ? <Badge>dit toestel</Badge> : null}
                  <p className="soft small">laatst gebruikt {momentText(session.last_seen_at)}</p>
                </Stack>
                {/* This one ends by logging out. */}
                {session.is_current ? null : (
                  <Button
                    variant="secondary"
                    aria-label={`uitloggen: ${deviceName(session)}, ingelogd ${momentText(session.created_at)}`}
                    busyText={ending.isPending && ending.variables.id === session.id && 'bezig…'}
                    onClick={() =>
                      ending.mutate(session, {
                        onSuccess: () => announce(`${deviceName(session)} is uitgelogd.`),
                      })
                    }
                  >
                    uitloggen
                  </Button>
                )}
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
      <Alert>{ending.error && failureText(ending.error)}</Alert>
    </Region>
  );
}
