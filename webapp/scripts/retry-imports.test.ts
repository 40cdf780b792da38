import { expect, test } from 'vitest';
import { retryScreens } from './retry-imports.ts';

const transform = retryScreens().transform as unknown as (
  this: { error: (message: string) => never },
  code: string,
) => { readonly code: string } | null;
const build = {
  error: (message: string): never => {
    throw new Error(message);
  },
};

const importer = 'const $$splitComponentImporter = () => import("./faq.tsx?tsr-split=component");';

test('each screen of the router is loaded with attempts', () => {
  const use = 'component: lazyRouteComponent($$splitComponentImporter, "component")';
  const { code } = transform.call(build, `${importer}\n${use}`) ?? { code: '' };
  expect(code).toContain('component: lazyScreen($$splitComponentImporter, "component")');
  expect(code).toMatch(/^import { lazyScreen } from '@\/ui\/lazyScreen.ts';/);
  expect(transform.call(build, 'export const nothing = 1;')).toBeNull();
});

test('a router that loads its screens in another way stops the build', () => {
  expect(() => transform.call(build, importer)).toThrow('in another way');
});
