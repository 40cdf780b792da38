// The kinds of content, each a link to its list.
import { Link } from '@tanstack/react-router';
import { Row } from '@/ui';
import { KIND_NAMES, KINDS, type ContentKind } from './kinds.ts';
import styles from './KindTabs.module.css';

export function KindTabs({ kind }: { readonly kind: ContentKind }) {
  return (
    <nav aria-label="Kinds of content">
      <Row as="ul" gap={2}>
        {KINDS.map((other) => (
          <li key={other}>
            <Link
              to="/content"
              search={{ kind: other }}
              className={styles.tab}
              aria-current={other === kind ? 'page' : undefined}
              activeProps={{}}
              preload={false}
            >
              {KIND_NAMES[other].many}
            </Link>
          </li>
        ))}
      </Row>
    </nav>
  );
}
