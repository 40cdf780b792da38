// The service worker of the clubs' screens. It says which build it is.
const worker = globalThis as unknown as { readonly FAIRWAY_BUILD: { readonly version: string } };

addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
  if (data === 'build') ports[0]?.postMessage(worker.FAIRWAY_BUILD.version);
});
