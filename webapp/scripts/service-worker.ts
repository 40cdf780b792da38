// Gives the service worker the list of files and the version of this build, and the page the same version to compare.
// The worker is built as a second entry; its file has a fixed name, since browsers look for a new version under the
// old address.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

export const SERVICE_WORKER = 'sw.js';
/** The map is for booking, which needs a network anyway. */
const NOT_OFFLINE = /(ClubMap|base-map)/;

export function serviceWorker(): Plugin {
  let base = '/';
  return {
    name: 'fairway:service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      base = config.base;
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[SERVICE_WORKER];
        if (worker?.type !== 'chunk') throw new Error(`the build has no ${SERVICE_WORKER}`);
        if (worker.imports.length > 0) throw new Error('the service worker must not import other chunks');
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith('assets/') && !NOT_OFFLINE.test(name))
          .toSorted();
        const shell = bundle['index.html'];
        if (shell?.type !== 'asset') throw new Error('the build has no index.html');
        const hash = createHash('sha256').update(files.join('\n')).update(shell.source).update(worker.code);
        const build = {
          version: hash.digest('hex').slice(0, 12),
          files: [base, '/favicon.svg', ...['manifest.webmanifest', ...files].map((name) => base + name)],
        };
        shell.source = String(shell.source).replace(
          '</head>',
          `<meta name="fairway-build" content="${build.version}"></head>`,
        );
        worker.code = `self.FAIRWAY_BUILD=${JSON.stringify(build)};${worker.code}`;
      },
    },
  };
}
