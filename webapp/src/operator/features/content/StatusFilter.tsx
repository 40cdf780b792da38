// The items of one status; where there is one status only, there is nothing to choose.
import { Link } from '@tanstack/react-router';
import { Row } from '@/ui';
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import type { ContentKind } from './kinds.ts';
import styles from './KindTabs.module.css';
import { STATUSES } from './status.ts';

interface StatusFilterProps {
  readonly kind: ContentKind;
  readonly items: readonly ContentItem[];
  readonly chosen: string | undefined;
}

export function StatusFilter({ kind, items, chosen }: StatusFilterProps) {
  const present = STATUSES.filter((status) => items.some((item) => item.status === status));
  if (present.length < 2 && !chosen) return null;
  const count = (status: string) => items.filter((item) => item.status === status).length;
  return (
    <nav aria-label="Where it stands">
      <Row as="ul" gap={2}>
        {[undefined, ...present].map((status) => (
          <li key={status ?? 'all'}>
            <Link
              to="/content"
              search={{ kind, status }}
              className={styles.tab}
              aria-current={status === chosen ? 'page' : undefined}
              activeProps={{}}
              preload={false}
            >
              {status ? `${status} (${count(status)})` : 'all'}
            </Link>
          </li>
        ))}
      </Row>
    </nav>
  );
}
