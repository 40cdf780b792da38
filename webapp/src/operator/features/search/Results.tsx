// The hits of a search: kind, title and detail of each subject, the whole row a link to its page.
import { Badge } from '@/ui';
import type { SubjectHit } from '../../api/generated/SubjectHit.ts';
import { kindName } from '../../api/kinds.ts';
import { SubjectLink } from '../../ui/index.ts';
import styles from './Results.module.css';

export function Results({ results }: { readonly results: readonly SubjectHit[] }) {
  return (
    <ul className={styles.list}>
      {results.map((result) => (
        <li key={`${result.kind} ${result.id}`}>
          <SubjectLink kind={result.kind} id={result.id} className={styles.row}>
            <Badge>{kindName(result.kind)}</Badge>
            <span className={styles.title}>{result.title}</span>
            <span className={styles.detail}>{result.detail}</span>
          </SubjectLink>
        </li>
      ))}
    </ul>
  );
}
