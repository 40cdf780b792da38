// The name of the app's build that this page is. `scripts/service-worker.ts` writes it into the page and the worker.

/** Empty in development. */
export function pageBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="fairway-build"]')?.content ?? '';
}
