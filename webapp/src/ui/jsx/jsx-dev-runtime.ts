// The compiler calls this for each element during development and in component tests.
import { jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime';
import { joinTexts } from './joinTexts.ts';

export { Fragment, type JSX } from 'react/jsx-dev-runtime';

export const jsxDEV: typeof reactJsxDev = (type, props, key, isStatic, ...source) => {
  const joined = joinTexts(type, props) as { children?: unknown };
  return reactJsxDev(type, joined, key, isStatic && Array.isArray(joined.children), ...source);
};
