// Lets an app import a chunk again whose request failed. Browsers keep a failed import for the life of the page
// (Chromium does since 148), so another attempt needs another address: each import ends in what
// `src/ui/loadWithRetry.ts` sets before it tries again. The operators' app says by `handlesFailures` that it also has a
// function which each failed import calls.
import type { Plugin } from 'vite';

export function retryImports({ handlesFailures = false } = {}): Plugin {
  const then = handlesFailures ? '.catch($failed)' : '';
  return {
    name: 'fairway-retry-imports',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite, which looks for imports of plain texts to load their style sheets with them.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(
            /import\(`(\.\/[^`]+\.js)`\)/g,
            (_call, path: string) => `import(\`${path}\`+$retry)${then}`,
          );
        }
      },
    },
  };
}

const SCREEN = /\blazyRouteComponent(?=\(\$\$split)/g;

/** Makes each screen of the router try again, with its style sheet: a phone that changes its network loses both. */
export function retryScreens(): Plugin {
  return {
    name: 'fairway-retry-screens',
    transform(code) {
      if (!code.includes('$$splitComponentImporter')) return null;
      const retried = code.replace(SCREEN, 'lazyScreen');
      if (retried === code) this.error('the router loads a screen in another way now');
      return { code: `import { lazyScreen } from '@/ui/lazyScreen.ts';\n${retried}`, map: null };
    },
  };
}
