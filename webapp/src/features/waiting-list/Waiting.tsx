// The parts of the first screen about waiting lists: what is offered at its top, and who waits below the rounds.
import { useQuery } from '@tanstack/react-query';
import { Offers } from './Offers.tsx';
import { groupsQuery, isOffered } from './groups.ts';
import { WaitingRegion } from './WaitingRegion.tsx';

interface Props {
  readonly offers?: boolean;
  /** Gets the result of a press in words: the pressed card is about to disappear. */
  readonly onDone: (message: string) => void;
}

export function Waiting({ offers = false, onDone }: Props) {
  const { data = [] } = useQuery(groupsQuery);
  const groups = data.filter((group) => isOffered(group) === offers);
  if (groups.length === 0) return null;
  return offers ? (
    <Offers groups={groups} onDone={onDone} />
  ) : (
    <WaitingRegion groups={groups} onDone={onDone} />
  );
}
