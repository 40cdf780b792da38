// By whom, when and why a right was used, lost or given back.
import { Link } from '@tanstack/react-router';
import type { RightAct as Act } from '../../api/generated/RightAct.ts';
import { Instant } from '../../ui/index.ts';

export function EventLink({ position }: { readonly position: number }) {
  return (
    <Link to="/event/$position" params={{ position: String(position) }} preload={false}>
      #{position}
    </Link>
  );
}

/** Null where the journal has lost the event. */
export function RightAct({ act }: { readonly act: Act | null }) {
  if (!act) return <span className="soft">not known</span>;
  return (
    <div>
      <p>
        <Instant at={act.at} /> <EventLink position={act.position} />
      </p>
      <p className="soft small">by {act.by}</p>
      {act.reason ? <p className="small breaks">“{act.reason}”</p> : null}
    </div>
  );
}
