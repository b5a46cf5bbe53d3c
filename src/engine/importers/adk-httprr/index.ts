import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { modelCallsIn } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const adkHttprr: Importer = {
  id: 'adk-httprr',
  title: 'Google ADK model calls over HTTP (httprr)',
  claim: ({ syntax, value }) => {
    if (syntax !== 'httprr') return 'no';
    return modelCallsIn(value).some((call) => call !== undefined) ? 'certain' : 'no';
  },
  read({ value }) {
    const calls = modelCallsIn(value);
    if (!calls.some((call) => call !== undefined)) {
      return err({
        code: 'import/malformed',
        message:
          'This is recorded HTTP, but no exchange in it is a call of a Gemini model (a request with “contents”).',
      });
    }
    return ok({ sessions: [{ title: titleOf(calls), system: 'adk', open: () => ok(toSession(calls)) }] });
  },
};
