import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, valueAt } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import { ManagerState, TeamState } from './format.ts';
import { messageIn, none, type Chat } from './shapes.ts';

/** The context of an agent’s model; for a team, the shared messages, or the context of its only agent. */
export function chatInState(value: RecordValue, typeName: Document['typeName']): Chat | undefined {
  const team = v.safeParse(TeamState, value);
  if (!team.success) return chatInMember(value, [], typeName);
  const names = Object.keys(team.output.agent_states);
  const members = names.flatMap((name) => {
    const place = ['agent_states', name];
    const state = valueAt(value, place);
    if (state === undefined || !isRecord(state)) return [];
    const inner = valueAt(state, ['agent_state']);
    const chat =
      inner !== undefined && isRecord(inner)
        ? chatInMember(inner, [...place, 'agent_state'], typeName)
        : chatInMember(state, place, typeName);
    return chat === undefined ? [] : [{ name, chat, isManager: v.is(ManagerState, state) }];
  });
  const found = members.find(({ isManager }) => isManager) ?? members[0];
  return found && { ...found.chat, beside: names.filter((name) => name !== found.name) };
}

function chatInMember(state: RecordValue, place: Path, typeName: Document['typeName']): Chat | undefined {
  for (const key of [['message_thread'], ['llm_context', 'messages']]) {
    const list = valueAt(state, key);
    if (!Array.isArray(list)) continue;
    const all = (list as readonly Value[]).map((one, index) => [[...place, ...key, index], one] as const); // narrowed to any[]
    const systems = all.flatMap(([where, one]) => (isSystem(one, typeName) ? [where] : []));
    const read = all
      .filter(([, one]) => !isSystem(one, typeName))
      .map(([where, one]) => [where, messageIn(one, where, typeName)] as const);
    const messages = read.flatMap(([, message]) => message ?? []);
    const others = read.flatMap(([where, message]) => (message === undefined ? [where] : []));
    if (messages.length > others.length) return { ...none, messages, others, systems };
  }
  return undefined;
}

const isSystem = (value: Value, typeName: Document['typeName']): boolean =>
  isRecord(value) && (value['type'] === 'SystemMessage' || typeName(value) === 'SystemMessage');
