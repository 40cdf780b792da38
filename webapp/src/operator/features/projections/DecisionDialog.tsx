// Decides about a rebuild: the swap, or its end. The dialog tells the effect with the numbers that were found.
import type { TaskEntry } from '../../api/generated/TaskEntry.ts';
import { ActDialog } from '../../ui/index.ts';
import { decide, type Decision } from './queries.ts';
import type { Comparison } from './schemas.ts';

interface DecisionDialogProps {
  readonly decision: Decision;
  readonly task: TaskEntry;
  readonly found: Comparison | undefined;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

export function DecisionDialog({ decision, task, found, onDecided, onClose }: DecisionDialogProps) {
  const isSwap = decision === 'swap';
  const differ = found?.tables.reduce((sum, { differences }) => sum + differences, 0) ?? 0;
  return (
    <ActDialog
      title={isSwap ? 'Swap the tables' : 'End this rebuild'}
      explanation={
        isSwap ? (
          <>
            <p>
              {differ === 0
                ? 'No row differs: members see the same as before, from new tables.'
                : `From then on members see the rebuilt rows: ${differ} ${differ === 1 ? 'row differs' : 'rows differ'} from what they see now.`}
            </p>
            <p>The swap is one short transaction. The replaced tables are kept until somebody drops them.</p>
            <details>
              <summary className="soft small">How they are dropped</summary>
              <p>
                <code>replay-tool rebuild --drop-old</code>
              </p>
            </details>
          </>
        ) : (
          <p>The new tables are removed. What members see does not change.</p>
        )
      }
      confirmLabel={isSwap ? 'Swap' : 'Remove the new tables'}
      isDangerous={isSwap && differ > 0}
      onConfirm={async (reason) => {
        await decide(decision, task.id, reason);
        onDecided();
      }}
      onClose={onClose}
    />
  );
}
