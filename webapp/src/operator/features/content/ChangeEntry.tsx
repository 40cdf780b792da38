// One change: who, when, why, and what differs.
import { Link } from '@tanstack/react-router';
import { Badge, Button, Row, Stack } from '@/ui';
import type { ContentChange } from '../../api/generated/ContentChange.ts';
import { Instant } from '../../ui/index.ts';
import styles from './ChangesScreen.module.css';
import { Differences } from './Differences.tsx';
import { differences } from './differences.ts';
import { kindOf } from './kinds.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  add: 'published',
  save: 'changed',
  draft: 'draft saved',
  schedule: 'planned',
  discard: 'draft discarded',
  remove: 'removed',
  undo: 'undone',
  import: 'imported',
  appear: 'appeared',
  vanish: 'vanished',
  refuse: 'not published',
};

interface ChangeEntryProps {
  readonly change: ContentChange;
  /** Undefined: this operator may not. */
  readonly onUndo: (() => void) | undefined;
}

export function ChangeEntry({ change, onUndo }: ChangeEntryProps) {
  const { key, title, action, at, operator, reason } = change;
  const kind = kindOf(change.kind);
  return (
    <Stack as="li" gap={3} className="panel">
      <Row gap={2} align="center" between>
        <h2 className={styles.title}>
          <Link to="/content/edit" search={{ kind, key }} preload={false}>
            {title}
          </Link>
        </h2>
        <Badge tone={action === 'remove' || action === 'refuse' ? 'danger' : 'sand'}>
          {ACTIONS[action] ?? action}
        </Badge>
      </Row>
      <p className="soft small breaks">
        <Instant at={at} />, {operator}: {reason}
      </p>
      <Differences kind={kind} differences={differences(change.before, change.after)} />
      {onUndo ? (
        <div>
          <Button
            variant="secondary"
            onClick={onUndo}
            aria-label={`Undo the change of ${title}, number ${change.id}`}
          >
            Undo
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
