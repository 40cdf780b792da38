// The form of one item: of an existing one, or of a new one.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ButtonLink } from '@/ui/Button.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { ContentForm } from './ContentForm.tsx';
import { ItemActions } from './ItemActions.tsx';
import { KIND_NAMES, kindOf, type ContentKind } from './kinds.ts';
import { itemQuery } from './queries.ts';

export default function EditScreen() {
  const search = useSearch({ from: '/inside/content/edit' });
  const kind = kindOf(search.kind);
  if (search.key !== undefined)
    return <Existing key={`${kind} ${search.key}`} kind={kind} itemKey={search.key} />;
  return (
    <Screen title={`Add ${KIND_NAMES[kind].one}`} full above={<Back kind={kind} />}>
      <ContentForm key={kind} kind={kind} item={undefined} />
    </Screen>
  );
}

function Existing({ kind, itemKey }: { readonly kind: ContentKind; readonly itemKey: string }) {
  const query = useQuery(itemQuery(kind, itemKey));
  const item = query.data;
  return (
    <Screen
      title={item?.title ?? 'Content'}
      full
      above={<Back kind={kind} />}
      actions={item ? <ItemActions item={item} /> : null}
    >
      <Loaded
        query={query}
        failureLink={
          <ButtonLink to="/content/changes" search={{ kind, key: itemKey }} preload={false}>
            Its changes
          </ButtonLink>
        }
      >
        {(item) => <ContentForm key={item.version} kind={kind} item={item} />}
      </Loaded>
    </Screen>
  );
}

function Back({ kind }: { readonly kind: ContentKind }) {
  return (
    <p>
      <ButtonLink to="/content" search={{ kind }} preload={false} variant="quiet">
        {KIND_NAMES[kind].many}
      </ButtonLink>
    </p>
  );
}
