// Ctrl+K from anywhere: one field that leads to a screen by its name, or to whom and what the search finds.
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, Dialog, DialogActions, Stack, TextField } from '@/ui';
import { LONGEST_SEARCH } from '../api/search.ts';
import { mayFind, type Session } from '../api/session.ts';
import { moveByArrow, SuggestionList, useSuggestions } from '../ui/index.ts';
import { navigationOf } from './navigation.ts';

export function Palette({ session }: { readonly session: Session }) {
  const { href } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // A form in a dialog keeps what was typed in it.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpenAt(href);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [href]);
  // Another screen closes it.
  return openAt === href ? <Chooser session={session} onClose={() => setOpenAt(undefined)} /> : null;
}

function Chooser({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const searches = mayFind(session);
  const found = useSuggestions(searches ? text : '');
  const typed = text.trim().toLowerCase();
  const screens = navigationOf(session)
    .flatMap(({ items }) => items)
    .filter(({ label }) => label.toLowerCase().includes(typed));
  const [first] = screens;

  return (
    <Dialog title="Go to" onClose={onClose}>
      <Stack
        as="form"
        gap={4}
        onKeyDown={moveByArrow}
        onSubmit={(event) => {
          event.preventDefault();
          if (first && (typed === '' || found.length === 0)) void navigate({ to: first.to });
          else if (searches && typed) void navigate({ to: '/find', search: { q: text.trim() } });
          onClose();
        }}
      >
        <TextField
          data-safe
          label={searches ? 'Screen, member, booking, …' : 'Screen'}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={LONGEST_SEARCH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {found.length > 0 ? <SuggestionList hits={found} label="Suggestions" /> : null}
        {screens.length > 0 ? (
          <ul aria-label="Screens that match">
            {screens.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} onClick={onClose} preload={false}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
