import * as v from 'valibot';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { approvalsIn } from './approvals.ts';
import { GeneratedItem, Interruption, ModelResponse, RunState } from './format.ts';
import { idsOf, type ModelAnswer, type PlacedItem, type Run } from './run.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';

/** Reads a run written by `RunState.to_json()` of the SDK for Python; undefined for other values. */
export function pythonRunIn(value: Value): Run | undefined {
  const parsed = v.safeParse(RunState, value);
  if (!parsed.success || !isRecord(value)) return undefined;
  const state = parsed.output;
  const { items, agents, unread } = generatedIn(state);
  const own = state.context?.context;
  return {
    input: inputOf(state),
    generated: items,
    answers: answersOf(state),
    approvals: approvalsIn(interruptedIn(state), state.context?.approvals ?? {}),
    agent: state.current_agent?.name,
    agents,
    own: own === undefined ? undefined : { value: own, place: ['context', 'context'] },
    conversation: state.conversation_id ?? null,
    schema: state.$schemaVersion,
    unreadKeys: unreadIn(value, RunState.pipe[2].entries),
    unreadItems: unread,
  };
}

/** Non-empty keys of a state that the importer does not read. */
export const unreadIn = (state: RecordValue, read: object): readonly string[] =>
  Object.entries(state).flatMap(([key, value]) => (Object.hasOwn(read, key) || isNothing(value) ? [] : [key]));

const isNothing = (value: Value): boolean =>
  value === null || (isList(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0);

function interruptedIn({ current_step }: RunState): readonly string[] {
  return (current_step?.data?.interruptions ?? []).flatMap((value) => {
    const interruption = v.safeParse(Interruption, value);
    const item = interruption.success ? interruption.output.raw_item : undefined;
    return item?.call_id ?? item?.id ?? [];
  });
}

function inputOf({ original_input: input }: RunState): readonly PlacedItem[] {
  if (typeof input === 'string') return [{ item: { role: 'user', content: input }, place: ['original_input'] }];
  if (!isList(input)) return [];
  return [...input].map((item, index) => ({ item, place: ['original_input', index] }));
}

/** Both lists record the same run; after a hand-off, `generated_items` has fewer items. */
function generatedIn({ generated_items, session_items = [], original_input }: RunState) {
  const isLonger = session_items.length > generated_items.length;
  const key = isLonger ? 'session_items' : 'generated_items';
  const known = new Set(isList(original_input) ? [...original_input].flatMap(idsOf) : []);
  const agents = new Set<string>();
  const unread: Path[] = [];
  const items = (isLonger ? session_items : generated_items).flatMap((value, index): readonly PlacedItem[] => {
    const item = v.safeParse(GeneratedItem, value);
    if (!item.success) {
      unread.push([key, index]);
      return [];
    }
    const { type, raw_item, agent } = item.output;
    if (agent?.name !== undefined) agents.add(agent.name);
    // The call of an approval request is a separate item.
    if (type === 'tool_approval_item' || idsOf(raw_item).some((id) => known.has(id))) return [];
    return [{ item: raw_item, place: [key, index, 'raw_item'] }];
  });
  return { items, agents: [...agents], unread };
}

const answersOf = ({ model_responses = [] }: RunState): readonly ModelAnswer[] =>
  model_responses.flatMap((value): readonly ModelAnswer[] => {
    const read = v.safeParse(ModelResponse, value);
    if (!read.success) return [];
    const { output, usage } = read.output;
    return [{ output, tokens: recordedTokens(usage?.input_tokens, usage?.output_tokens) }];
  });
