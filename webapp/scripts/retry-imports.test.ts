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

test('each screen of the router is loaded with attempts', () => {
  const importer = 'const $$splitComponentImporter = () => import("./faq.tsx?tsr-split=component");';
  const use = 'component: lazyRouteComponent($$splitComponentImporter, "component")';
  const { code } = transform.call(build, `${importer}\n${use}`) ?? { code: '' };
  expect(code).toContain('() => loadScreen(() => import("./faq.tsx?tsr-split=component"));');
  expect(code).toMatch(/^import { loadScreen } from '@\/ui\/loadWithRetry.ts';/);
  expect(transform.call(build, 'export const nothing = 1;')).toBeNull();
});

test('a router that writes its imports in another way stops the build', () => {
  const use = 'component: lazyRouteComponent($$splitComponentImporter, "component")';
  expect(() => transform.call(build, use)).toThrow('in another way');
});
