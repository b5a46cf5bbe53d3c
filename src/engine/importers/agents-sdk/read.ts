import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { RunState } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const parsed = v.safeParse(RunState, value);
  if (!parsed.success) {
    const message = `This looks like a run state of the Agents SDK, but ${firstFault(parsed.issues)}.`;
    return err({ code: 'import/malformed', message });
  }
  const state = parsed.output;
  return ok({ sessions: [{ title: titleOf(state), system: 'task', open: () => ok(toSession(state)) }] });
};
