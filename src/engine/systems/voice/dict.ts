import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { plain } from './plain.ts';
import { restoreCall, type Started, type Surroundings } from './start.ts';
import type { CallState } from './state.ts';

/** The keys of `to_dict()`, over values that are shared with the state: what rules see under `call`. */
export function dictOf(state: CallState): RecordValue {
  const { spaces, pending_handoff, aside } = state;
  const { user, workflow, flags, agents, params } = spaces;
  return {
    ...aside,
    call_id: state.call_id,
    tenant_id: state.tenant_id,
    workflow_id: state.workflow_id,
    user,
    workflow,
    flags,
    agents,
    params,
    history: state.trace,
    current_agent: state.current_agent,
    agent_history: state.agent_history,
    ...(pending_handoff === null ? {} : { pending_handoff }),
  };
}

/** `to_dict()`: written out, so that nothing in it is a view. */
export const toDict = (state: CallState): Value => plain(dictOf(state));

/** `from_dict()`: any part may be missing; what is unknown is kept aside and reported. */
export function fromDict(value: Value, surroundings: Surroundings = {}): Result<Started, Problem> {
  if (isRecord(value)) return ok(restoreCall(value, surroundings));
  return err({
    code: 'voice/no-dict',
    message: 'A context is made from an object such as to_dict() gives: this is none.',
  });
}
