// Preloads the fonts of a build whose style sheets stay files: a browser that learns of them from the style sheet shows the
// first text in another font, and moves what stands beside it.
import type { Plugin } from 'vite';

export function preloadFonts(): Plugin {
  let base = '/';
  return {
    name: 'fairway:preload-fonts',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        return Object.keys(bundle)
          .filter((name) => name.endsWith('.woff2'))
          .toSorted()
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: base + name, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}
