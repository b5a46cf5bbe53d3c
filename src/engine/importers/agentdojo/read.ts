import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Read } from '../importer.ts';
import { firstFault } from '../schema.ts';
import { Run } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = (document) => {
  const parsed = v.safeParse(Run, document.value);
  if (!parsed.success) {
    return err({
      code: 'import/malformed',
      message: `This looks like an AgentDojo run, but ${firstFault(parsed.issues)}.`,
    });
  }
  const run = parsed.output;
  return ok({ sessions: [{ title: titleOf(run), system: 'task', open: () => ok(toSession(run)) }] });
};
