import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { javascriptRunIn } from './javascript-run.ts';
import { pythonRunIn } from './python-run.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const run = pythonRunIn(value) ?? javascriptRunIn(value);
  if (run !== undefined)
    return ok({ sessions: [{ title: titleOf(run), system: 'task', open: () => ok(toSession(run)) }] });
  const message = 'This looks like a run of the OpenAI Agents SDK, but its items cannot be read.';
  return err({ code: 'import/malformed', message });
};
