// Puts the entry's style sheet inside index.html and preloads its fonts: the first paint then waits for
// one answer instead of three. Only the entry's CSS moves; the sheets of lazy routes stay files.
import type { Plugin } from 'vite';

const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;
const FONT = /\/assets\/[^")]+\.woff2/g;

export function inlineCriticalCss(): Plugin {
  return {
    name: 'fairway:inline-critical-css',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html;
        return html.replace(STYLESHEET, (tag, file: string) => {
          const sheet = bundle[file];
          if (sheet?.type !== 'asset') return tag;
          const css = String(sheet.source).trim();
          delete bundle[file];
          const fonts = [...new Set(css.match(FONT) ?? [])].map(
            (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
          );
          return `${fonts.join('')}<style>${css}</style>`;
        });
      },
    },
  };
}
