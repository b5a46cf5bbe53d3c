import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { plain } from './plain.ts';
import { restoreCall, type StartedCall, type StartOptions } from './start.ts';
import type { CallState } from './state.ts';

/**
 * The keys of `to_dict()`, with values shared with the state: the value that rules see as `call`. Unrecorded ones are
 * unknown.
 */
export function dictOf(state: CallState): RecordValue {
  const { spaces, pending_handoff, unknownKeys: aside } = state;
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
    ...Object.fromEntries(state.unrecorded.map((key) => [key, new Unknown([['call', key]])])),
  };
}

/** `to_dict()` as plain data, without views. */
export const toDict = (state: CallState): Value => plain(dictOf(state));

/** `from_dict()`: any part may be missing; unknown keys are kept separately and reported. */
export function fromDict(value: Value, surroundings: StartOptions = {}): Result<StartedCall, Problem> {
  if (isRecord(value)) return ok(restoreCall(value, surroundings));
  return err({
    code: 'voice/no-dict',
    message: 'A context can be created only from an object such as the result of to_dict().',
  });
}
