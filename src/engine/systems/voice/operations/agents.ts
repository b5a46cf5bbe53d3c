import { type Value, entry } from '../../../model/value.ts';
import { isSkipped, unmetOf } from '../conditions.ts';
import { plain } from '../plain.ts';
import type { CallState } from '../state.ts';
import { optional, required } from '../../parameters.ts';
import { done, entryOrNull, ignored, refused, textIn, textsIn, type CallDecided, type Operation } from './operation.ts';
import { isFields, type Fields } from '../wide-record.ts';

/** Writes for the current agent: there is no other way to say whose state is meant. */
function setAgentState({ current_agent: agent }: CallState, key: string, value: Value): CallDecided {
  if (agent === null) {
    return refused({ kind: 'no_current_agent', message: 'No agent has taken over yet: switch to one first.' });
  }
  return done(null, [{ type: 'agent-state-set', agent, key, value }]);
}

function switchAgent({ current_agent: current }: CallState, agent: string): CallDecided {
  return agent === current ? ignored : done(null, [{ type: 'agent-switched', agent }]);
}

/** Asks for a handoff, if its conditions hold; `switch_agent` is what makes it happen. */
export function triggerHandoff(state: CallState, target: string, conditions: readonly string[]): CallDecided {
  if (target === state.current_agent || unmetOf(state, conditions).length > 0) return ignored;
  return done(null, [{ type: 'handoff-triggered', target }]);
}

const conditions = 'Names of flags, all of which must be true.';

export const agentOperations: readonly Operation[] = [
  {
    name: 'get_agent_state',
    about: 'The state of an agent; an empty object if it has none.',
    parameters: [required('agent', 'string', 'The name of any agent.')],
    decide: (state, args) => done(plain(agentState(state, textIn(args, 'agent')))),
  },
  {
    name: 'set_agent_state',
    about: 'Writes a key in the state of the current agent.',
    parameters: [required('key', 'string', 'One key, not a path.'), required('value', 'any', 'What it holds.')],
    decide: (state, args) => setAgentState(state, textIn(args, 'key'), entryOrNull(args, 'value')),
  },
  {
    name: 'switch_agent',
    about: 'Another agent takes over; a handoff to it that was asked for is completed.',
    parameters: [required('name', 'string', 'The agent that takes over.')],
    decide: (state, args) => switchAgent(state, textIn(args, 'name')),
  },
  {
    name: 'trigger_handoff',
    about: 'Asks for a handoff, which happens with switch_agent.',
    parameters: [
      required('target', 'string', 'The agent to hand over to.'),
      optional('conditions', 'list', conditions),
    ],
    answeredBy: { op: 'switch_agent', args: { name: 'target' } },
    decide: (state, args) => triggerHandoff(state, textIn(args, 'target'), textsIn(args, 'conditions')),
  },
  {
    name: 'check_conditions',
    about: 'Whether all flags of a list are true.',
    parameters: [required('conditions', 'list', conditions)],
    decide: (state, args) => done(unmetOf(state, textsIn(args, 'conditions')).length === 0),
  },
  {
    name: 'check_skip',
    about: 'Whether a node of the workflow is skipped.',
    parameters: [required('skip_condition', 'string', 'A path, or a template of one: {{flags.skip_meal}}.')],
    decide: (state, args) => done(isSkipped(state, textIn(args, 'skip_condition'))),
  },
];

/** The state of an agent, whoever asks; an empty object if it has none. */
function agentState({ spaces }: CallState, agent: string): Fields {
  const own = entry(spaces.agents, agent);
  return own !== undefined && isFields(own) ? own : {};
}
