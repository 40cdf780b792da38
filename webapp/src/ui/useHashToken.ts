// The token of a link, which is after its #. It is removed from the address, which the history keeps and an onlooker sees.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Empty without one. */
export function useHashToken(): string {
  const { history } = useRouter();
  const [token, setToken] = useState(() => history.location.hash.slice(1));
  useEffect(() => {
    const takeToken = () => {
      const { hash, pathname, search } = history.location;
      if (hash.length <= 1) return;
      setToken(hash.slice(1));
      history.replace(pathname + search);
    };
    takeToken();
    // Another link may be opened in the same tab.
    return history.subscribe(takeToken);
  }, [history]);
  return token;
}
