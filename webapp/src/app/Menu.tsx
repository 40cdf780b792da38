// The main menu. On a small screen it opens under a button and closes on every navigation.
import { Link, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useSession } from '@/session/session.ts';
import styles from './Menu.module.css';
import { menuItems } from './menuItems.ts';

export function Menu() {
  const { hasSubscription } = useSession();
  const location = useLocation();
  // The address at which it was opened: after a navigation it is closed, without an effect.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === location.href;
  const toggle = useRef<HTMLButtonElement>(null);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    // The item with the focus is about to disappear.
    toggle.current?.focus();
    setOpenAt(null);
  };
  const Icon = open ? X : MenuIcon;

  return (
    <nav aria-label="Hoofdmenu" onKeyDown={closeOnEscape}>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls="hoofdmenu"
        onClick={() => setOpenAt(open ? null : location.href)}
      >
        <Icon aria-hidden size={22} />
        <span>Menu</span>
      </button>
      <ul id="hoofdmenu" className={styles.list} data-open={open || undefined}>
        {menuItems(hasSubscription).map(({ path, label, exact, section, Icon: ItemIcon, preload }) => (
          <li key={path}>
            <Link
              to={path}
              className={styles.link}
              activeOptions={{ exact: exact ?? false }}
              {...(section && location.pathname.startsWith(section)
                ? { 'aria-current': 'page' as const }
                : {})}
              onClick={() => setOpenAt(null)}
              {...(preload === false ? { preload } : {})}
            >
              <ItemIcon aria-hidden size={20} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
