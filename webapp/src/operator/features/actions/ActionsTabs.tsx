// The links between what operators did and what clubs did.
import { Link } from '@tanstack/react-router';
import tabs from '../../ui/Tabs.module.css';

export function ActionsTabs() {
  return (
    <nav className={tabs.tabs} aria-label="Whose actions">
      <Link to="/actions" activeOptions={{ exact: true, includeSearch: false }} preload={false}>
        Of operators
      </Link>
      <Link to="/actions/clubs" activeOptions={{ includeSearch: false }} preload={false}>
        At clubs
      </Link>
    </nav>
  );
}
