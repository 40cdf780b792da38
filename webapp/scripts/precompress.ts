// Writes NAME.br and NAME.gz beside every text file of the build, at the highest level, once.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|txt|webmanifest|geojson)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'fairway:precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const names = await readdir(folder, { recursive: true });
      for (const name of names.filter((n) => TEXT.test(n))) {
        const path = join(folder, name);
        const content = await readFile(path);
        // In blocks as large as the format has: a large file gets smaller by it.
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 24 };
        const options = { params };
        await writeFile(`${path}.br`, await brotli(content, options));
        await writeFile(`${path}.gz`, await deflate(content, { level: 9 }));
      }
    },
  };
}
