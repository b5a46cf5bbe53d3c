import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { exportsIn } from './shapes.ts';
import { traceOf } from './trace.ts';

export const read: Read = ({ value }) => {
  const sessions = tracesToSessions(exportsIn(value).map(traceOf));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'langfuse/no-turns',
    message: 'This is a trace of Langfuse without a generation or a use of a tool in it: there is nothing to show.',
  });
};
