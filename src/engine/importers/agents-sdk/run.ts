import { offeredTools, type OfferedTool } from '../../importing/tools/offered-tools.ts';
import { below, type Path } from '../../model/path.ts';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { recordedTokens, type RecordedTokens } from '../../importing/transcript/transcript.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { countAt, entriesAt, findAt, keyOf, placeAt, recordAt, textAt } from '../../importing/values/where.ts';
import { approvalsIn, type Approvals } from './approvals.ts';
import { formOf } from './forms.ts';
import { responsesItem } from './items.ts';

/** One response of the model: its items in the Responses API's spelling, and its tokens. */
export interface ModelAnswer {
  readonly output: readonly Value[];
  readonly tokens: RecordedTokens | undefined;
}

/** One run of an agent, read from any form of the Python or JavaScript SDK. Its items have the Responses API's spelling. */
export interface Run {
  /** Input of the run, which may contain responses of earlier runs. */
  readonly input: readonly Placed[];
  readonly generated: readonly Placed[];
  readonly answers: readonly ModelAnswer[];
  readonly approvals: Approvals;
  readonly agent?: string | undefined;
  /** All agents that made items, in the order of their first item. */
  readonly agents: readonly string[];
  /** The context object of the program. */
  readonly own?: Placed | undefined;
  /** The functions that the last response asked for. */
  readonly tools?: readonly OfferedTool[];
  readonly conversation: string | null;
  readonly schema: string | null;
  /** Non-empty keys that are not read. */
  readonly unreadKeys: readonly string[];
  readonly unreadItems: readonly Path[];
}

const emptyRun: Run = {
  input: [],
  generated: [],
  answers: [],
  approvals: approvalsIn([], {}),
  agents: [],
  conversation: null,
  schema: null,
  unreadKeys: [],
  unreadItems: [],
};

export function runIn(value: Value): Run | undefined {
  const all = elementsOf(value).map((one, index) => ({ value: one, place: [index] }));
  switch (formOf(value)) {
    case 'state':
      return isRecord(value) ? runOfState(value, []) : undefined;
    case 'result': {
      const state = valueAt(value, ['state']) ?? null;
      return isRecord(state) ? runOfState(state, ['state']) : undefined;
    }
    case 'items':
      return { ...emptyRun, generated: all.map(inResponses) };
    case 'run-items': {
      const { pending, ...made } = readRunItems(all);
      return { ...emptyRun, ...made, approvals: approvalsIn(pending, {}) };
    }
    case 'answers':
      return runOfAnswers(all);
    case 'answer':
      return runOfAnswers([{ value, place: [] }]);
    case 'events':
      return runOfEvents(all);
    case undefined:
      return undefined;
  }
}

const inResponses = ({ value, place }: Placed): Placed => ({ value: responsesItem(value), place });

/** The keys of a state that are read, in Python's spelling. */
const keysRead = [
  '$schemaVersion',
  'original_input',
  'generated_items',
  'session_items',
  'model_responses',
  'current_agent',
  'current_step',
  'context',
  'conversation_id',
];

/**
 * The state of a run. https://github.com/openai/openai-agents-python/blob/main/src/agents/run_state.py (`to_json`),
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/runState.ts
 */
function runOfState(state: RecordValue, place: Path): Run {
  const root = { value: state, place };
  const read = new Set(keysRead.map((name) => keyOf(state, name)));
  const input = inputOf(root);
  const known = new Set(input.flatMap(({ value }) => idsOf(value)));
  // Both lists record the same run; after a hand-off, the generated items are fewer.
  const [made, session] = ['generated_items', 'session_items'].map((key) => entriesAt(root, key));
  const items = readRunItems((session?.length ?? 0) > (made?.length ?? 0) ? (session ?? []) : (made ?? []));
  const interrupted = readRunItems(entriesAt(root, 'current_step.data.interruptions'), approvalRequest);
  const generated = items.generated.filter(({ value }) => !idsOf(value).some((id) => known.has(id)));
  const present = new Set([...input, ...generated].flatMap(({ value }) => idsOf(value)));
  // A call that the run stopped for is also a generated item, except after some hand-offs.
  const others = interrupted.generated.filter(({ value }) => !idsOf(value).some((id) => present.has(id)));
  const own = findAt(state, 'context.context');
  return {
    input,
    generated: [...generated, ...others],
    answers: entriesAt(root, 'model_responses').flatMap(answerOf),
    approvals: approvalsIn(interrupted.pending, decisionsIn(recordAt(state, 'context'))),
    agent: textAt(state, 'current_agent.name'),
    agents: items.agents,
    own: own && { value: own.value, place: [...place, ...own.path] },
    tools: entriesAt(root, 'last_processed_response.functions').flatMap(({ value, place: at }) =>
      offeredTools({ value: [value], place: at, isInText: true }),
    ),
    conversation: textAt(state, 'conversation_id') ?? null,
    schema: textAt(state, '$schemaVersion') ?? null,
    unreadKeys: Object.entries(state).flatMap(([key, value]) => (read.has(key) || isNothing(value) ? [] : [key])),
    unreadItems: items.unreadItems,
  };
}

const isNothing = (value: Value): boolean =>
  value === null || (isList(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0);

function inputOf(state: Placed): readonly Placed[] {
  const place = placeAt(state.value, state.place, 'original_input');
  const text = textAt(state.value, 'original_input');
  if (text !== undefined) return [{ value: { role: 'user', content: text }, place }];
  return entriesAt(state, 'original_input').map(inResponses);
}

const approvalRequest = 'tool_approval_item';

/** Reads items as the runner keeps them: each names its agent, and approval requests are among them. */
function readRunItems(values: readonly Placed[], otherwise?: string) {
  const agents = new Set<string>();
  const unreadItems: Path[] = [];
  const approvalRequests: Placed[] = [];
  const items = values.flatMap(({ value, place }): readonly Placed[] => {
    const item = findAt(value, 'raw_item');
    const type = textAt(value, 'type') ?? otherwise;
    if (item === undefined || type === undefined) {
      unreadItems.push(place);
      return [];
    }
    // The second is only in hand-off items.
    const name = textAt(value, ['agent.name', 'source_agent.name']);
    if (name !== undefined) agents.add(name);
    const placed = inResponses({ value: item.value, place: [...place, ...item.path] });
    if (type !== approvalRequest) return [placed];
    approvalRequests.push(placed);
    return [];
  });
  const calls = new Set(items.flatMap(({ value }) => idsOf(value)));
  const returned = new Set(items.flatMap(({ value }) => (isOutput(value) ? (textAt(value, 'call_id') ?? []) : [])));
  const callsToApprove = approvalRequests.filter(({ value }) => !idsOf(value).some((id) => calls.has(id)));
  const pending = approvalRequests.flatMap(({ value }) => idsOf(value).slice(0, 1)).filter((id) => !returned.has(id));
  return { generated: [...items, ...callsToApprove], agents: [...agents], unreadItems, pending };
}

const isOutput = (item: Value): boolean => textAt(item, 'type')?.endsWith('_output') === true;

/** Ids that match an item to its model response. Outputs have none: they share the call's id, but the model did not make them. */
export const idsOf = (item: Value): readonly string[] =>
  isOutput(item)
    ? []
    : ['call_id', 'id'].flatMap((key) => textAt(item, [[key]]) ?? []).filter((id) => !placeholders.has(id));

/** Both SDKs give every item of Chat Completions such an id. */
const placeholders = new Set(['__fake_id__', 'FAKE_ID']);

/** The user's decisions by tool. Newer versions store them by agent, under a JSON key that ends with the tool's name. */
function decisionsIn(context: RecordValue | undefined): RecordValue {
  const byTool = elementsOf(context?.['functionApprovals'] ?? null)
    .flatMap((one) => Object.entries(recordAt(one, 'approvals') ?? {}))
    .map(([key, decision]) => [/"([^"\\]+)"\]$/.exec(key.slice(-200))?.[1] ?? key, decision] as const);
  return Object.fromEntries([...Object.entries(recordAt(context, 'approvals') ?? {}), ...byTool]);
}

function answerOf({ value }: Placed): readonly ModelAnswer[] {
  const output = findAt(value, 'output', isList)?.value;
  if (output === undefined) return [];
  const [asked, answered, cached] = [
    'usage.input_tokens',
    'usage.output_tokens',
    // A list in a stored run; OpenAI counts it within the input.
    'usage.input_tokens_details.0.cached_tokens',
  ].map((where) => countAt(value, where));
  return [{ output: elementsOf(output).map(responsesItem), tokens: recordedTokens(asked, answered, cached) }];
}

const runOfAnswers = (answers: readonly Placed[]): Run => ({
  ...emptyRun,
  generated: answers.flatMap((answer) => entriesAt(answer, 'output')).map(inResponses),
  answers: answers.flatMap(answerOf),
});

/** Uses the items of the model responses if the stream has no items of the run. */
function runOfEvents(events: readonly Placed[]): Run {
  const at = (path: Path) =>
    events.flatMap(({ value, place }): readonly Placed[] => {
      const found = valueAt(value, path);
      return found === undefined ? [] : [{ value: found, place: path.reduce<Path>(below, place) }];
    });
  const made = at(['item']);
  const answered = runOfAnswers(at(['data', 'response']).filter(({ value }) => isRecord(value)));
  const { pending, ...items } = readRunItems(made);
  return { ...answered, ...(made.length > 0 && items), approvals: approvalsIn(pending, {}) };
}
