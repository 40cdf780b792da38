// The token of a link that a member got by mail. It is moved from the address, which others may see in the browser's history
// or on a screenshot, to the state of this history entry: a phone may load the tab again when its member comes back from a
// password manager. No other tab has it.
import { useLocation, useNavigate, useSearch, type HistoryState } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    linkToken?: string;
  }
}

/** `forget` is for a link that was used: loading the page again must not offer it. */
export function useLinkToken(to: '/auth/email' | '/auth/link' | '/auth/reset') {
  const { token: given } = useSearch({ from: to });
  const kept = useLocation({ select: ({ state }) => state.linkToken });
  const navigate = useNavigate();
  const keep = useCallback(
    (state: HistoryState) => void navigate({ to, search: {}, replace: true, resetScroll: false, state }),
    [navigate, to],
  );
  useEffect(() => {
    if (given) keep({ linkToken: given });
  }, [given, keep]);
  return { token: given ?? kept, forget: () => keep({}) };
}
