import { entry } from '../../model/value.ts';
import type { CallState } from './state.ts';
import { isFields, type Fields } from './wide-record.ts';

/** The state of an agent, whoever asks; an empty object if it has none. */
export function agentState({ spaces }: CallState, agent: string): Fields {
  const own = entry(spaces.agents, agent);
  return own !== undefined && isFields(own) ? own : {};
}
