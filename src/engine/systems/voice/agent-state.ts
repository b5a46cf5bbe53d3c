import { entry, isRecord, type RecordValue } from '../../model/value.ts';
import type { CallState } from './state.ts';

/** The state of an agent, whoever asks; an empty object if it has none. */
export function agentState({ spaces }: CallState, agent: string): RecordValue {
  const own = entry(spaces.agents, agent);
  return own !== undefined && isRecord(own) ? own : {};
}
