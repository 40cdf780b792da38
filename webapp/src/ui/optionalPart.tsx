// A part of a screen that the screen can do without. Its code is loaded on demand and again after a failure; neither
// that failure nor an error while it renders reaches what is around it.
import {
  Component,
  lazy,
  Suspense,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Notice } from './Alert.tsx';
import { loadWithRetry } from './loadWithRetry.ts';

interface Options {
  readonly skeleton?: ReactNode;
  /** Shown after a failure, until the part is there. */
  readonly failure?: string;
}

/** `preload` starts loading before the part is first rendered. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { skeleton = null, failure }: Options = {},
): ComponentType<Props> & { readonly preload: () => Promise<unknown> } {
  let failed = false;
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const start = () => {
    loading ??= loadWithRetry(
      async () => ({ default: (loaded = await load()) }),
      () => {
        failed = true;
        for (const listener of listeners) listener();
      },
    );
    return loading;
  };
  const Part: ComponentType<Props> = lazy(start);
  const failureNotice = failure ? <Notice>{failure}</Notice> : null;

  function OptionalPart(props: Props) {
    const hasFailed = useSyncExternalStore(subscribe, () => failed);
    // Even what is there already would be shown late: React shows at most one part that it waited for in 300 ms.
    const [Shown] = useState(() => loaded ?? Part);
    return (
      <PartBoundary fallback={failureNotice}>
        <Suspense fallback={hasFailed ? failureNotice : skeleton}>
          <Shown {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(OptionalPart, { preload: start });
}

interface BoundaryProps {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Shows the fallback instead of children that fail to render. */
export class PartBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? (this.props.fallback ?? null) : this.props.children;
  }
}
