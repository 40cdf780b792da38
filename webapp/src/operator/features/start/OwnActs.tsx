// What the operator did last.
import { useQuery } from '@tanstack/react-query';
import { Stack } from '@/ui';
import { Instant, SubjectLink } from '../../ui/index.ts';
import { actName } from '../actions/names.ts';
import { ownActsQuery } from './queries.ts';
import styles from './StartScreen.module.css';

export function OwnActs() {
  // It is beside the work: where it cannot be had, nothing is missed.
  const acts = useQuery(ownActsQuery).data?.acts ?? [];
  if (acts.length === 0) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="own-acts">
      <h2 id="own-acts" className="large">
        You did last
      </h2>
      <ul className={styles.work}>
        {acts.map(({ id, at, action, subject, subject_name, reason, member }) => (
          <li key={id} className={styles.act}>
            <p>
              <span className="strong">{actName(action)}</span>{' '}
              {member?.name ? (
                <SubjectLink kind="member" id={member.id}>
                  {member.name}
                </SubjectLink>
              ) : (
                subject_name || subject
              )}
            </p>
            <p className="soft small breaks">
              <Instant at={at} />: {reason}
            </p>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
