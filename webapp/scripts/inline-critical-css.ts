// Puts the style sheets of the first load inside index.html and preloads their fonts: the first paint then needs
// one response instead of three. The style sheets of lazy routes stay files.
import type { Plugin } from 'vite';

const STYLESHEET = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g;
const ENTRY = /<script type="module"[^>]*src="\/([^"]+\.js)"/;
const FONT = /\/assets\/[^")]+\.woff2/g;

export function inlineCriticalCss(): Plugin {
  return {
    name: 'fairway:inline-critical-css',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const html = String(page.source);
        const entry = ENTRY.exec(html)?.[1] ?? '';
        const inlined: string[] = [];
        page.source = html.replace(STYLESHEET, (tag, file: string) => {
          const sheet = bundle[file];
          if (sheet?.type !== 'asset') return tag;
          const css = String(sheet.source).trim();
          inlined.push(file);
          delete bundle[file];
          const fonts = [...new Set(css.match(FONT) ?? [])].map(
            (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
          );
          return `${fonts.join('')}<style>${css}</style>`;
        });
        // A lazy chunk lists the files to load with it. An inlined sheet is loaded already, as the entry is: the
        // entry replaces it in that list.
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          for (const file of inlined) chunk.code = chunk.code.replaceAll(`"${file}"`, `"${entry}"`);
        }
      },
    },
  };
}
