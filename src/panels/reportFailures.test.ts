import { afterEach, expect, test, vi } from 'vitest';
import { rememberNotLoaded } from '../ui/notLoaded.ts';
import { ProblemError } from '../worker/connect.ts';
import { reportFailures } from './reportFailures.ts';

afterEach(() => void vi.unstubAllGlobals());

/** What the user sees of a failure, and what the console gets. */
async function shownFor(cause: unknown) {
  const reportError = vi.fn<(cause: unknown) => void>();
  vi.stubGlobal('reportError', reportError);
  const shown = await new Promise<string>((resolve) => reportFailures(Promise.reject(cause), resolve));
  return { shown, reported: reportError.mock.calls.flat() };
}

test('a problem is shown in its own words', async () => {
  const problem = { code: 'file/empty', message: 'The file is empty.' } as const;
  expect(await shownFor(new ProblemError(problem))).toEqual({ shown: problem.message, reported: [] });
});

test('a script of the page that did not load is no bug: a reload helps', async () => {
  const page = new EventTarget();
  rememberNotLoaded(page as Window); // only listened to
  const cause = new Error('Failed to fetch dynamically imported module');
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: cause }));
  expect(await shownFor(cause)).toEqual({
    shown:
      'What this needs could not be loaded: the server of this page does not answer, or has a newer version of the page. Reload the page.',
    reported: [],
  });
});

test('anything else is a bug, with its details in the console', async () => {
  const cause = new Error('cannot read x');
  expect(await shownFor(cause)).toEqual({
    shown: 'That did not work because of a bug in Contextscope. The browser’s console has the details.',
    reported: [cause],
  });
});
