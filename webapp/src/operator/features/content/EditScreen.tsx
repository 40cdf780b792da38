// The form of one item, existing or new. An operator who may not write content sees the item itself.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ButtonLink, Loaded, Page } from '@/ui';
import flush from '@/ui/flush.module.css';
import { hasRole, useSession } from '../../api/session.ts';
import { Unknown } from '../../ui/index.ts';
import { ContentForm } from './ContentForm.tsx';
import { ItemActions } from './ItemActions.tsx';
import { ItemView } from './ItemView.tsx';
import { KIND_NAMES, kindOf, unknownKinds, type ContentKind } from './kinds.ts';
import { itemQuery } from './queries.ts';

/** An operator who looks for it among the settings should not look for long. */
const WINDOW =
  'The booking window is no setting: it is a rule that holds for all clubs and days, 21 days from the Monday of the current week.';

export function EditScreen() {
  const search = useSearch({ from: '/_inside/content/edit' });
  const kind = kindOf(search.kind);
  const mayWrite = hasRole(useSession(), 'content', 'admin');
  if (search.key !== undefined)
    return <Existing key={`${kind} ${search.key}`} kind={kind} itemKey={search.key} mayWrite={mayWrite} />;
  if (!mayWrite) {
    return (
      <Page title="Content" above={<Back kind={kind} />}>
        <p role="status">Adding content needs the role content.</p>
      </Page>
    );
  }
  return (
    <Page title={`Add ${KIND_NAMES[kind].one}`} full above={<Back kind={kind} />}>
      <Unknown sentences={unknownKinds(search.kind)} />
      <ContentForm key={kind} kind={kind} item={undefined} />
    </Page>
  );
}

interface ExistingProps {
  readonly kind: ContentKind;
  readonly itemKey: string;
  readonly mayWrite: boolean;
}

function Existing({ kind, itemKey, mayWrite }: ExistingProps) {
  const query = useQuery(itemQuery(kind, itemKey));
  const item = query.data;
  return (
    <Page
      title={item?.title ?? 'Content'}
      intro={kind === 'settings' ? WINDOW : undefined}
      full
      above={<Back kind={kind} />}
      actions={item ? <ItemActions item={item} mayWrite={mayWrite} /> : null}
    >
      <Loaded
        query={query}
        failureLink={
          <ButtonLink to="/content/changes" search={{ kind, key: itemKey }} preload={false}>
            Its changes
          </ButtonLink>
        }
      >
        {(item) =>
          mayWrite ? (
            <ContentForm key={item.version} kind={kind} item={item} />
          ) : (
            <ItemView kind={kind} item={item} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Back({ kind }: { readonly kind: ContentKind }) {
  return (
    <p>
      <ButtonLink
        to="/content"
        search={{ kind }}
        preload={false}
        variant="quiet"
        className={flush.flush ?? ''}
      >
        {KIND_NAMES[kind].many}
      </ButtonLink>
    </p>
  );
}
