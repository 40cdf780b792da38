// Stands in for the browser's downloads, which jsdom has not: what was asked for, and what was saved.
import { onTestFinished, vi } from 'vitest';
import type { MockRequest, MockResponse } from '../mockResponse.ts';

export function savedFiles() {
  const names: string[] = [];
  const bodies: unknown[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { createObjectURL, revokeObjectURL } = URL;
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }));
  Object.assign(URL, { createObjectURL: () => 'blob:of-the-file', revokeObjectURL: () => {} });
  const answer = ({ body }: MockRequest): MockResponse => {
    bodies.push(body);
    return { body: 'at;operator' };
  };
  return { names, bodies, answer };
}
