import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { firstFault } from '../schema.ts';
import { RunState } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const agentsSdk: Importer = {
  id: 'agents-sdk',
  title: 'OpenAI Agents SDK run state',
  claim: ({ value }) => (v.is(RunState, value) ? 'certain' : 'no'),
  read({ value }) {
    const parsed = v.safeParse(RunState, value);
    if (!parsed.success) {
      const message = `This looks like a run state of the Agents SDK, but ${firstFault(parsed.issues)}.`;
      return err({ code: 'import/malformed', message });
    }
    const state = parsed.output;
    return ok({ sessions: [{ title: titleOf(state), system: 'task', open: () => ok(toSession(state)) }] });
  },
};
