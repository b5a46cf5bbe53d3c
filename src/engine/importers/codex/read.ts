import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { isExecStream } from './exec-shape.ts';
import { sessionOfExec, titleOfExec } from './exec-stream.ts';
import { linesOf } from './lines.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  if (isExecStream(value)) {
    const values = elementsOf(value);
    return ok({ sessions: [{ title: titleOfExec, system: 'task', open: () => ok(sessionOfExec(values)) }] });
  }
  const read = linesOf(value);
  const { lines } = read;
  if (lines.length === 0) {
    return err({ code: 'import/malformed', message: 'A rollout of Codex is a list of lines; this is none.' });
  }
  return ok({ sessions: [{ title: titleOf(lines), system: 'task', open: () => ok(toSession(read)) }] });
};
