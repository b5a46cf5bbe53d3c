import { type Value, entry } from '../../../model/value.ts';
import { isSkipped, unmetOf } from '../conditions.ts';
import { plain } from '../plain.ts';
import type { CallState } from '../state.ts';
import { optional, required } from '../../parameters.ts';
import { done, entryOrNull, ignored, refused, textIn, textsIn, type CallDecided, type Operation } from './operation.ts';
import { isFields, type Fields } from '../wide-record.ts';

/** Writes into the state of the current agent: the operation has no parameter for another one. */
function setAgentState({ current_agent: agent }: CallState, key: string, value: Value): CallDecided {
  if (agent === null) {
    return refused({ kind: 'no_current_agent', message: 'No agent has control yet: call switch_agent first.' });
  }
  return done(null, [{ type: 'agent-state-set', agent, key, value }]);
}

function switchAgent({ current_agent: current }: CallState, agent: string): CallDecided {
  return agent === current ? ignored : done(null, [{ type: 'agent-switched', agent }]);
}

/** Requests a handoff if its conditions hold; `switch_agent` completes it. */
export function triggerHandoff(state: CallState, target: string, conditions: readonly string[]): CallDecided {
  if (target === state.current_agent || unmetOf(state, conditions).length > 0) return ignored;
  return done(null, [{ type: 'handoff-triggered', target }]);
}

const conditions = 'The names of the flags that must all be true.';

export const agentOperations: readonly Operation[] = [
  {
    name: 'get_agent_state',
    about: 'Returns the state of an agent; an empty object if it has none.',
    parameters: [required('agent', 'string', 'The name of any agent.')],
    decide: (state, args) => done(plain(agentState(state, textIn(args, 'agent')))),
  },
  {
    name: 'set_agent_state',
    about: 'Writes a key in the state of the current agent.',
    parameters: [required('key', 'string', 'One key, not a path.'), required('value', 'any', 'The value.')],
    decide: (state, args) => setAgentState(state, textIn(args, 'key'), entryOrNull(args, 'value')),
  },
  {
    name: 'switch_agent',
    about: 'Gives control to another agent; completes a requested handoff to it.',
    parameters: [required('name', 'string', 'The agent that takes over.')],
    decide: (state, args) => switchAgent(state, textIn(args, 'name')),
  },
  {
    name: 'trigger_handoff',
    about: 'Requests a handoff, which switch_agent completes.',
    parameters: [
      required('target', 'string', 'The agent to hand over to.'),
      optional('conditions', 'list', conditions),
    ],
    answeredBy: { op: 'switch_agent', args: { name: 'target' } },
    decide: (state, args) => triggerHandoff(state, textIn(args, 'target'), textsIn(args, 'conditions')),
  },
  {
    name: 'check_conditions',
    about: 'Returns whether all listed flags are true.',
    parameters: [required('conditions', 'list', conditions)],
    decide: (state, args) => done(unmetOf(state, textsIn(args, 'conditions')).length === 0),
  },
  {
    name: 'check_skip',
    about: 'Returns whether a node of the workflow is skipped.',
    parameters: [required('skip_condition', 'string', 'A path, or a template of one: {{flags.skip_meal}}.')],
    decide: (state, args) => done(isSkipped(state, textIn(args, 'skip_condition'))),
  },
];

/** The state of any agent; an empty object if it has none. */
function agentState({ spaces }: CallState, agent: string): Fields {
  const own = entry(spaces.agents, agent);
  return own !== undefined && isFields(own) ? own : {};
}
