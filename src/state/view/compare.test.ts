import { expect, test } from 'vitest';
import { viewWithOpenSessions } from './testing.ts';
import { suggestingSession } from './compare.ts';
import type { SessionChoice } from './sessions.ts';

const session = (source: string): SessionChoice => ({ kind: 'source', source, entry: 0 });

test('while two sessions are compared, the rules suggested for the first are offered in both', () => {
  const view = viewWithOpenSessions({ session: session('a') });
  const { chooseSession, compareWith, stopComparing } = view.getState().actions;
  expect(suggestingSession(view.getState())).toEqual(session('a'));
  compareWith(session('b'));
  chooseSession(session('b'));
  expect(suggestingSession(view.getState())).toEqual(session('a'));
  // Neither of the two: it is compared with nothing.
  chooseSession(session('c'));
  expect(suggestingSession(view.getState())).toEqual(session('c'));
  chooseSession(session('b'));
  stopComparing();
  expect(suggestingSession(view.getState())).toEqual(session('b'));
});
