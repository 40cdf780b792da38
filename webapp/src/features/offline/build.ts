// Which build of the app this page is. `scripts/service-worker.ts` writes its name into the page and the worker.

/** Empty in development. */
export function pageBuild(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="fairway-build"]')?.content ?? '';
}
