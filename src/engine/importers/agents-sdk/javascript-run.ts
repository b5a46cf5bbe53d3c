import * as v from 'valibot';
import { below, type Path } from '../../model/path.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { approvalsIn } from './approvals.ts';
import { responsesItem } from './javascript-items.ts';
import { formOf } from './javascript-forms.ts';
import { unreadIn } from './python-run.ts';
import { idsOf, type ModelAnswer, type PlacedItem, type Run } from './run.ts';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';

/** Reads a run saved by a program of the SDK for JavaScript; undefined for other values. */
export function javascriptRunIn(value: Value): Run | undefined {
  switch (formOf(value)) {
    case 'state':
      return runOfState(value, []);
    case 'result':
      return runOfState(valueAt(value, ['state']) ?? null, ['state']);
    case 'items':
      return runOf({ generated: placed(elementsOf(value), []) });
    case 'run-items':
      return runOfRunItems(elementsOf(value));
    case 'answers':
      return runOfAnswers(elementsOf(value), (index) => [index]);
    case 'answer':
      return runOfAnswers([value], () => []);
    case 'events':
      return runOfEvents(elementsOf(value));
    case undefined:
      return undefined;
  }
}

const placed = (items: readonly Value[], place: Path): readonly PlacedItem[] =>
  items.map((item, index) => ({ item: responsesItem(item), place: below(place, index) }));

const emptyRun: Run = {
  input: [],
  generated: [],
  answers: [],
  approvals: approvalsIn([], {}),
  agent: undefined,
  agents: [],
  own: undefined,
  conversation: null,
  schema: null,
  unreadKeys: [],
  unreadItems: [],
};

const runOf = (known: Partial<Run>): Run => ({ ...emptyRun, ...known });

function runOfState(value: Value, place: Path): Run | undefined {
  const parsed = v.safeParse(RunState, value);
  if (!parsed.success || !isRecord(value)) return undefined;
  const {
    originalInput: input,
    generatedItems,
    modelResponses = [],
    context,
    currentAgent,
    currentStep,
  } = parsed.output;
  const inputItems: readonly PlacedItem[] =
    typeof input === 'string'
      ? [{ item: { role: 'user', content: input }, place: [...place, 'originalInput'] }]
      : placed(elementsOf(input), [...place, 'originalInput']);
  const known = new Set(inputItems.flatMap(({ item }) => idsOf(item)));
  const made = readRunItems(
    generatedItems.map((item, index) => ({ item, place: [...place, 'generatedItems', index] })),
  );
  const interrupted = readRunItems(
    (currentStep?.data?.interruptions ?? []).map((item, index) => ({
      item,
      place: [...place, 'currentStep', 'data', 'interruptions', index],
    })),
  );
  const generated = made.generated.filter(({ item }) => !idsOf(item).some((id) => known.has(id)));
  const present = new Set([...inputItems, ...generated].flatMap(({ item }) => idsOf(item)));
  return runOf({
    input: inputItems,
    // A call that the run stopped for is also a generated item, except after some hand-offs.
    generated: [
      ...generated,
      ...interrupted.generated.filter(({ item }) => !idsOf(item).some((id) => present.has(id))),
    ],
    answers: modelResponses.flatMap(answerOf),
    approvals: approvalsIn(interrupted.pending, decisionsIn(context)),
    agent: currentAgent?.name,
    agents: made.agents,
    own:
      context?.['context'] === undefined
        ? undefined
        : { value: context['context'], place: [...place, 'context', 'context'] },
    conversation: parsed.output.conversationId ?? null,
    schema: parsed.output.$schemaVersion,
    unreadKeys: unreadIn(value, RunState.pipe[2].entries),
    unreadItems: made.unreadItems,
  });
}

function runOfRunItems(values: readonly Value[]): Run {
  const { generated, agents, unreadItems, pending } = readRunItems(
    values.map((item, index) => ({ item, place: [index] })),
  );
  return runOf({ generated, agents, unreadItems, approvals: approvalsIn(pending, {}) });
}

/** Reads items as the runner keeps them: each names its agent, and approval requests are among them. */
function readRunItems(values: readonly PlacedItem[]) {
  const agents = new Set<string>();
  const unreadItems: Path[] = [];
  const approvalRequests: PlacedItem[] = [];
  const items = values.flatMap(({ item: value, place }): readonly PlacedItem[] => {
    const read = v.safeParse(RunItem, value);
    if (!read.success) {
      unreadItems.push(place);
      return [];
    }
    const { type, rawItem, agent, sourceAgent } = read.output;
    const name = agent?.name ?? sourceAgent?.name;
    if (name !== undefined) agents.add(name);
    const item = { item: responsesItem(rawItem), place: [...place, 'rawItem'] };
    if (type !== 'tool_approval_item') return [item];
    approvalRequests.push(item);
    return [];
  });
  const calls = new Set(items.flatMap(({ item }) => idsOf(item)));
  const returned = new Set(items.flatMap(({ item }) => callReturned(item)));
  const callsToApprove = approvalRequests.filter(({ item }) => !idsOf(item).some((id) => calls.has(id)));
  const pending = approvalRequests.flatMap(({ item }) => callIdOf(item)).filter((id) => !returned.has(id));
  return { generated: [...items, ...callsToApprove], agents: [...agents], unreadItems, pending };
}

const callIdOf = (item: Value): readonly string[] => idsOf(item).slice(0, 1);

function callReturned(item: Value): readonly string[] {
  if (!isRecord(item)) return [];
  const { type, call_id } = item;
  return typeof type === 'string' && type.endsWith('_output') && typeof call_id === 'string' ? [call_id] : [];
}

/** The user's decisions by tool. Newer versions store them by agent, under a JSON key that ends with the tool's name. */
function decisionsIn(context: RecordValue | undefined): RecordValue {
  const read = v.safeParse(FunctionApprovals, context);
  if (!read.success) return {};
  const { approvals = {}, functionApprovals = [] } = read.output;
  const byTool = functionApprovals
    .flatMap((one) => Object.entries(one.approvals))
    .map(([key, decision]) => [/"([^"\\]+)"\]$/.exec(key.slice(-200))?.[1] ?? key, decision] as const);
  return Object.fromEntries([...Object.entries(approvals), ...byTool]);
}

function answerOf(value: Value): readonly ModelAnswer[] {
  const read = v.safeParse(ModelResponse, value);
  if (!read.success) return [];
  const { output, usage } = read.output;
  return [{ output: output.map(responsesItem), tokens: recordedTokens(usage?.inputTokens, usage?.outputTokens) }];
}

function runOfAnswers(values: readonly Value[], placeOf: (index: number) => Path): Run {
  return runOf({
    generated: values.flatMap((value, index) =>
      placed(elementsOf(valueAt(value, ['output']) ?? null), [...placeOf(index), 'output']),
    ),
    answers: values.flatMap(answerOf),
  });
}

/** Uses the items of the model responses if the stream has no items of the run. */
function runOfEvents(events: readonly Value[]): Run {
  const made = events.flatMap((event, index) => {
    const item = valueAt(event, ['item']);
    return item === undefined ? [] : [{ item, place: [index, 'item'] }];
  });
  const answered = events.flatMap((event, index) => {
    const response = valueAt(event, ['data', 'response']);
    return response === undefined || !isRecord(response) ? [] : [{ response, place: [index, 'data', 'response'] }];
  });
  const { generated, agents, unreadItems, pending } = readRunItems(made);
  const fromAnswers = answered.flatMap(({ response, place }) =>
    placed(elementsOf(response['output'] ?? null), [...place, 'output']),
  );
  return runOf({
    generated: made.length === 0 ? fromAnswers : generated,
    answers: answered.flatMap(({ response }) => answerOf(response)),
    agents,
    unreadItems,
    approvals: approvalsIn(pending, {}),
  });
}

const Usage = record({ inputTokens: maybeCount, outputTokens: maybeCount });

/**
 * The state of a run in the format of the SDK for JavaScript.
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/runState.ts
 */
const RunState = record({
  $schemaVersion: v.string(),
  originalInput: anyValue,
  generatedItems: anyList,
  modelResponses: maybe(anyList),
  currentAgent: maybe(record({ name: maybeText })),
  currentStep: maybe(record({ data: maybe(record({ interruptions: maybe(anyList) })) })),
  context: maybe(anyRecord),
  conversationId: maybeText,
});

const ModelResponse = record({ output: anyList, usage: maybe(Usage) });

const RunItem = record({
  type: v.string(),
  rawItem: anyRecord,
  agent: maybe(record({ name: maybeText })),
  /** Only in hand-off items. */
  sourceAgent: maybe(record({ name: maybeText })),
});

const FunctionApprovals = record({
  approvals: maybe(anyRecord),
  functionApprovals: maybe(v.array(record({ approvals: anyRecord }))),
});
