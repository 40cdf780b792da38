// A part of a screen that the screen can do without. Its code is loaded on demand and again after a failure; neither
// that failure nor an error while it renders reaches what is around it.
import { Component, lazy, Suspense, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
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
): ComponentType<Props> & { readonly preload: () => void } {
  let failed = false;
  let loading: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const start = () => {
    loading ??= loadWithRetry(
      async () => ({ default: await load() }),
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
    return (
      <PartBoundary fallback={failureNotice}>
        <Suspense fallback={hasFailed ? failureNotice : skeleton}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(OptionalPart, { preload: () => void start() });
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
