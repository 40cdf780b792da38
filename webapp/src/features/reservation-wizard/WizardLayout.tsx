// Shared by the steps: the loader on entry, during which the code of every step is loaded, and the question whether a
// draft that the member left is to be continued.
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { createContext, use, useEffect, useRef, useState } from 'react';
import { isStarted } from '@/features/draft/draft.ts';
import { dispatch, getDraft } from '@/features/draft/draftStore.ts';
import { stepPath } from '@/features/draft/steps.ts';
import { getSession } from '@/session/session.ts';
import { prefersReducedMotion } from '@/ui';
import { hasNavigated } from '@/ui/navigation.ts';
import { ResumeDraft } from './ResumeDraft.tsx';

const LOADER_MS = 800;
const Entering = createContext(false);

/** True while the wizard has just been entered and still shows its loader. */
export function useEntering(): boolean {
  return use(Entering);
}

export function WizardLayout() {
  const router = useRouter();
  const [entering, setEntering] = useState(() => !prefersReducedMotion());
  const { returning, onAnswer } = useReturning();

  useEffect(() => {
    for (const to of [...Object.values(stepPath), '/reservation/confirm'] as const) {
      void router.loadRouteChunk(router.routesByPath[to]);
    }
    const timer = setTimeout(() => setEntering(false), LOADER_MS);
    return () => clearTimeout(timer);
  }, [router]);

  return <Entering value={entering}>{returning ? <ResumeDraft onAnswer={onAnswer} /> : <Outlet />}</Entering>;
}

/**
 * Whether a link led to the first step while there is a draft that the member left. The entry at which they left is
 * Back or Forward, where the draft continues as after a reload.
 */
function useReturning() {
  const { key = '', pathname } = useLocation({
    select: ({ state, pathname: path }) => ({ key: state.key, pathname: path }),
    structuralSharing: true,
  });
  const [returning, setReturning] = useState(() => {
    const draft = getDraft();
    const isBack = draft.leftAt === null || draft.leftAt === key;
    return hasNavigated() && pathname === stepPath.players && !isBack && isStarted(draft);
  });
  const last = useRef(key);
  useEffect(() => {
    // The next screen's address is there before this one goes.
    if (pathname.startsWith('/reservation/')) last.current = key;
  }, [key, pathname]);
  useEffect(() => {
    mark(null);
    return () => {
      // After an expired session the log-in leads back here: that is no leaving.
      if (getSession().token) mark(last.current);
    };
  }, []);
  return { returning, onAnswer: () => setReturning(false) };
}

function mark(at: string | null): void {
  if (getDraft().leftAt !== at && isStarted(getDraft())) dispatch({ type: 'leave', at });
}
