// The subjects that a search showed, by kind and id: the record holds neither names nor the typed text.
import { hasRole, useSession } from '../../api/session.ts';
import { kindName, shortId } from '../../api/kinds.ts';
import { SubjectLink } from '../../ui/index.ts';

/** Shown at once; the others behind their number. */
const SHORT_LIST = 3;

/** `by name: member 0190…, booking 0191…`, as the server records a search. */
export function SearchedSubjects({ subject }: { readonly subject: string }) {
  const [how = '', list = ''] = subject.split(': ');
  const [named = '', more] = list.split(' and ');
  const found = named.split(', ').map((entry) => {
    const [kind = '', id = ''] = entry.split(' ');
    return { kind, id };
  });
  const links = (
    <ul>
      {found.map(({ kind, id }) => (
        <li key={`${kind} ${id}`}>
          <Found kind={kind} id={id} />
        </li>
      ))}
      {more ? <li>{more}</li> : null}
    </ul>
  );
  if (found.length <= SHORT_LIST) {
    return (
      <div>
        <p>{how}</p>
        {links}
      </div>
    );
  }
  return (
    <details>
      <summary>
        {how}, {found.length}
        {more ? ' and more' : ''} shown
      </summary>
      {links}
    </details>
  );
}

interface FoundProps {
  readonly kind: string;
  readonly id: string;
  /** As people name it; empty or undefined: it has no name, or is not known. */
  readonly name?: string | undefined;
}

/** A subject by its kind and its name, or the ends of its id. */
export function Found({ kind, id, name }: FoundProps) {
  const mayLookUp = hasRole(useSession(), 'support', 'auditor');
  // Ids that were made at the same time, as by an import, begin alike.
  const short = shortId(id);
  const shown = name || (short === id ? id : `${short}…${id.slice(-4)}`);
  const title = `${kindName(kind)} ${shown}`;
  return mayLookUp ? (
    <SubjectLink kind={kind} id={id}>
      {title}
    </SubjectLink>
  ) : (
    title
  );
}
