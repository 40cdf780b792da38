// The links to the tabs of a member's page.
import { Link } from '@tanstack/react-router';
import tabs from '../../ui/Tabs.module.css';
import { TAB_NAMES, TABS, type Tab } from './tabs.ts';

interface MemberTabsProps {
  readonly open: Tab;
  readonly onOpen: () => void;
}

export function MemberTabs({ open, onOpen }: MemberTabsProps) {
  return (
    <nav className={tabs.tabs} aria-label="Parts of this page">
      {TABS.map((tab) => (
        <Link
          key={tab}
          from="/$kind/$"
          to="."
          search={tab === 'overview' ? {} : { tab }}
          // The address of a moment opens the timeline without its name.
          activeOptions={{ exact: true }}
          aria-current={tab === open ? 'page' : undefined}
          onClick={onOpen}
          resetScroll={false}
          preload={false}
        >
          {TAB_NAMES[tab]}
        </Link>
      ))}
    </nav>
  );
}
