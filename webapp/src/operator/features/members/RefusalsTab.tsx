// A member's attempts that a rule refused, with the way to the explanation of each.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded, Region } from '@/ui';
import { More } from '../../ui/index.ts';
import { refusalsQuery } from '../refusals/queries.ts';
import { RefusalsTable } from '../refusals/RefusalsTable.tsx';

export function RefusalsTab({ id }: { readonly id: string }) {
  const query = useInfiniteQuery(refusalsQuery({ member: id }));
  return (
    <Region title="Refused attempts">
      <Loaded query={query} empty={<p>No rule refused this member anything in the last 90 days.</p>}>
        {(refusals) => (
          <>
            <RefusalsTable refusals={refusals} />
            <More query={query} />
          </>
        )}
      </Loaded>
    </Region>
  );
}
