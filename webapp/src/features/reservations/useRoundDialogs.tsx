// The dialog that is open about a round, and its result. It belongs to the screen and not to a card, because a cancellation
// may remove the card.
import { useState, type ReactNode } from 'react';
import { optionalPart } from '@/ui';
import type { DialogTarget } from './RoundDialog.tsx';

const RoundDialog = optionalPart(() => import('./RoundDialog.tsx').then((m) => m.RoundDialog), {
  failure: 'Dit lukt nog niet: dit deel van de pagina laadt niet. We proberen het opnieuw.',
});

interface RoundDialogs {
  /** The same in every render, so that a dialog renders no card. */
  readonly open: (target: DialogTarget) => void;
  /** The sentence about a cancellation, or the report of another part of the screen; empty at first. */
  readonly result: string;
  readonly report: (result: string) => void;
  readonly dialog: ReactNode;
}

export function useRoundDialogs(): RoundDialogs {
  const [target, setTarget] = useState<DialogTarget | null>(null);
  const [result, setResult] = useState('');
  const done = (message: string) => {
    setTarget(null);
    setResult(message);
  };
  const dialog = target ? <RoundDialog target={target} onTarget={setTarget} onDone={done} /> : null;
  return { open: setTarget, result, report: setResult, dialog };
}
