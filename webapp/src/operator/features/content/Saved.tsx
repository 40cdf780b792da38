// Says what was saved, and leads to where members see it.
import type { ContentItem } from '../../api/generated/ContentItem.ts';
import { useSession } from '../../api/session.ts';
import { Done, Instant } from '../../ui/index.ts';

/** The pages that the portal has a place for, by their names. */
const PAGES: Readonly<Record<string, string>> = {
  info: '/info',
  'contact-fairway': '/contact',
  privacy: '/privacy',
};

/** The members' page of an item; undefined: it has none of its own. */
function pathOf({ kind, key, published }: ContentItem): string | undefined {
  switch (kind) {
    case 'news':
      return '/news';
    case 'faq':
      return '/faq';
    case 'club':
      return `/courses/${encodeURIComponent(key)}`;
    case 'page':
      return PAGES[String(published?.['slug'])];
    case 'offer':
    case 'settings':
      return '/subscriptions';
  }
}

export function Saved({ item, how }: { readonly item: ContentItem; readonly how: string }) {
  const portal = useSession()?.portal_url;
  const { title, appears_at } = item;
  if (how === 'draft') return <Done>{`The draft is saved: ${title}.`}</Done>;
  if (how === 'at') {
    return (
      <Done>
        <p>
          Planned: {title}. {appears_at ? <Appears at={appears_at} /> : null}
        </p>
      </Done>
    );
  }
  const path = pathOf(item);
  return (
    <Done>
      <p>
        Published: {title}.{' '}
        {portal && path ? (
          <a href={portal + path} target="_blank" rel="noreferrer">
            See it as members do
          </a>
        ) : null}
      </p>
    </Done>
  );
}

const Appears = ({ at }: { readonly at: string }) => (
  <>
    It appears on <Instant at={at} />.
  </>
);
