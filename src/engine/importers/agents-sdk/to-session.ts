import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createNoting, type Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import { createItemReader } from '../../importing/responses/response-items.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { Tokens } from '../../importing/transcript/transcript.ts';
import { approvalsIn, noteOthers, withApprovals } from './approvals.ts';
import { GeneratedItem, ModelResponse, type RunState } from './format.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

export function titleOf({ original_input: input, current_agent }: RunState): string {
  const [first] = typeof input === 'string' ? [{ content: input }] : isList(input) ? [...input] : [];
  const content = first !== undefined && isRecord(first) ? first['content'] : undefined;
  const text = textOf(readContent(content, [], createNoting()));
  return text.trim() === '' ? `run of ${current_agent?.name ?? 'an agent'}` : shortTitle(text);
}

interface Placed {
  readonly item: Value;
  readonly place: Path;
}

/** `beside`: keys of the state that are not read. */
export function toSession(state: RunState, beside: readonly string[]): ReadSession {
  const noting = createNoting();
  const approvals = approvalsIn(state);
  const pairing = withApprovals(createPairing(noting), approvals);
  const before = inputOf(state);
  const generated = generatedIn(state, noting);
  noteOthers(approvals, new Set([...before, ...generated].flatMap(({ item }) => idsOf(item))), noting);
  const reader = createItemReader(
    [...before, ...generated].map(({ item }) => item),
    pairing,
    noting,
  );
  for (const { item, place } of before) reader.item(item, place);
  reader.end(['original_input']);
  const spending = tokensByItem(state);
  let response: number | undefined;
  for (const { item, place } of generated) {
    const paid = idsOf(item)
      .map((id) => spending.get(id))
      .find((found) => found !== undefined);
    if (paid !== undefined && paid.response !== response) {
      reader.end(place);
      response = paid.response;
      reader.begin(undefined, paid.tokens);
    }
    reader.item(item, place);
  }
  reader.end(generated.at(-1)?.place ?? []);
  noteBookkeeping(beside, noting);
  const own = state.context?.context;
  if (own !== undefined && isRecord(own) && Object.keys(own).length > 0) {
    pairing.stated({
      state: Object.entries(own).map(([key, value]) => ({ key, value })),
      place: ['context', 'context'],
    });
  }
  return toTaskSession(
    {
      title: titleOf(state),
      importer: 'agents-sdk',
      agent: state.current_agent?.name,
      declared: [],
      recording: { conversation: state.conversation_id ?? null, schema: state.$schemaVersion },
      steps: pairing.steps(),
    },
    noting,
  );
}

/** What the SDK needs to go on with a run: items, digests and settings that are in no turn. */
function noteBookkeeping(names: readonly string[], noting: Noting): void {
  const [first] = names;
  if (first === undefined) return;
  noting.note(
    'info',
    'agents-sdk/bookkeeping',
    [first],
    () => `What the SDK keeps to go on with the run is left out: ${names.join(', ')}.`,
  );
}

function inputOf({ original_input: input }: RunState): readonly Placed[] {
  if (typeof input === 'string') return [{ item: { role: 'user', content: input }, place: ['original_input'] }];
  if (!isList(input)) return [];
  return [...input].map((item, index) => ({ item, place: ['original_input', index] }));
}

/** Both lists tell of the same run; after a hand-off the first has less. */
function generatedIn(
  { generated_items, session_items = [], original_input }: RunState,
  noting: Noting,
): readonly Placed[] {
  const isLonger = session_items.length > generated_items.length;
  const key = isLonger ? 'session_items' : 'generated_items';
  const known = new Set(isList(original_input) ? [...original_input].flatMap(idsOf) : []);
  const agents = new Set<string>();
  const items = (isLonger ? session_items : generated_items).flatMap((value, index) => {
    const place = [key, index, 'raw_item'];
    const item = v.safeParse(GeneratedItem, value);
    if (!item.success) {
      noting.note('lost', 'agents-sdk/item', [key, index], (n) => `${counted(n, 'item')} could not be read.`);
      return [];
    }
    const { type, raw_item, agent } = item.output;
    if (agent?.name !== undefined) agents.add(agent.name);
    // An approval is asked about a call that is an item of its own.
    if (type === 'tool_approval_item' || idsOf(raw_item).some((id) => known.has(id))) return [];
    return [{ item: raw_item, place }];
  });
  if (agents.size > 1) {
    const names = [...agents].slice(0, 8).join(', ');
    noting.note('info', 'agents-sdk/agents', null, () => `Several agents worked on it, one after the other: ${names}.`);
  }
  return items;
}

function idsOf(item: Value): readonly string[] {
  if (!isRecord(item)) return [];
  const { id, call_id, type } = item;
  // The output of a call shares its id and is none of the model's.
  if (typeof type === 'string' && type.endsWith('_output')) return [];
  return [call_id, id].filter((one) => typeof one === 'string');
}

function tokensByItem({ model_responses = [] }: RunState) {
  const spending = new Map<string, { readonly response: number; readonly tokens: Tokens | undefined }>();
  model_responses.forEach((value, response) => {
    const read = v.safeParse(ModelResponse, value);
    if (!read.success) return;
    const { output, usage } = read.output;
    const tokens = tokensTold(usage?.input_tokens, usage?.output_tokens);
    for (const id of output.flatMap(idsOf)) spending.set(id, { response, tokens });
  });
  return spending;
}
