// The compiler calls these for each element of a build (`jsxImportSource` in the configurations of TypeScript and Vite).
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { joinTexts } from './joinTexts.ts';

export { Fragment, type JSX } from 'react/jsx-runtime';

export const jsx: typeof reactJsx = (type, props, key) => reactJsx(type, joinTexts(type, props), key);
export const jsxs: typeof reactJsxs = (type, props, key) => reactJsxs(type, joinTexts(type, props), key);
