import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dropToken, startSession } from '@/session/session.ts';
import { forgetKept, useKept } from './useKept.ts';

const form = (name = 'swap:1') => renderHook(() => useKept(name, z.string(), () => 'nothing')).result;
const valueOf = (name?: string) => form(name).current[0];

beforeEach(() => {
  sessionStorage.clear();
  startSession('token', 'jan@example.org');
});

test('a changed value is there again after the session ended and began again', () => {
  const shown = form();
  expect(shown.current[0]).toBe('nothing');
  act(() => shown.current[1]('typed'));
  expect(shown.current[0]).toBe('typed');
  dropToken();
  startSession('another token', 'Jan@example.org');
  expect(valueOf()).toBe('typed');
  expect(valueOf('swap:2')).toBe('nothing');
});

test('another member does not see it', () => {
  const shown = form();
  act(() => shown.current[1]('typed'));
  startSession('token', 'eva@example.org');
  expect(valueOf()).toBe('nothing');
});

test('what was sent is not stored any more', () => {
  const shown = form();
  act(() => shown.current[1]('typed'));
  forgetKept('email');
  expect(valueOf()).toBe('typed');
  forgetKept('swap');
  expect(valueOf()).toBe('nothing');
});

test('a value of another release is not taken', () => {
  sessionStorage.setItem('fairway:form:swap:1', '{"owner":"jan@example.org","value":{"a":1}}');
  expect(valueOf()).toBe('nothing');
  sessionStorage.setItem('fairway:form:swap:1', 'no JSON');
  expect(valueOf()).toBe('nothing');
});
