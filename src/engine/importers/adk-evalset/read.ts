import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { evalCasesIn } from './format.ts';
import { toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const cases = evalCasesIn(value);
  if (cases === undefined || cases.length === 0) {
    return err({ code: 'import/malformed', message: 'This looks like an ADK eval set, but it holds no case.' });
  }
  return ok({
    sessions: cases.map((evalCase) => {
      const named = { ...evalCase, title: shortTitle(evalCase.title) };
      return { title: named.title, system: 'adk', open: () => ok(toSession(named)) };
    }),
  });
};
