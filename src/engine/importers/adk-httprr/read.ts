import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { modelCallsIn } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const calls = modelCallsIn(value);
  if (!calls.some((call) => call !== undefined)) {
    return err({
      code: 'import/malformed',
      message: 'This is recorded HTTP, but no exchange in it is a call of a Gemini model (a request with “contents”).',
    });
  }
  return ok({ sessions: [{ title: titleOf(calls), system: 'adk', open: () => ok(toSession(calls)) }] });
};
