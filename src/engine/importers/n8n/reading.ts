import { assumed, counted, type ImportReport } from '../../importing/import-report.ts';
import { endIn } from '../../importing/messages/any-message.ts';
import { openJson } from '../../model/json-text.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { ChatReading, Entry, FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { denied, failed, stopped } from '../../importing/transcript/call-ends.ts';
import { waiting, type CallResult } from '../../importing/transcript/transcript.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, findAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';

const model = 'data.ai_languageModel.0.0.json';
const tool = 'data.ai_tool.0.0.json';
const asked = 'inputOverride.ai_languageModel.0.0.json';
const given = 'inputOverride.ai_tool.0.0.json';
const main = 'data.main.0.0.json';

export const reading: ChatReading = {
  messages: [
    {
      shape: { inputOverride: 'record', 'inputOverride.ai_languageModel': 'there' },
      kind: () => 'llm',
      text: [`${model}.response.generations.0.0.text`, `${model}.response.text`],
      tokens: [`${model}.tokenUsage`, `${model}.tokenUsageEstimate`],
      model: [`${asked}.options.model`, `${asked}.options.model_name`, `${asked}.options.modelName`],
      end: (run) => failureIn(run) ?? endIn(fieldAt(run, `${model}.response.generations.0.0.generationInfo`)),
      time: 'startTime',
      tookMs: 'executionTime',
      finish: (message, _, { more }) => [withCalls(message, more)],
    },
    {
      // Where only the agent's own run was kept.
      shape: { [`${main}.output`]: 'there' },
      kind: () => 'llm',
      text: `${main}.output`,
      items: {
        list: `${main}.intermediateSteps`,
        kind: () => 'exchange',
        areAnswers: true,
        calls: { id: 'action.toolCallId', name: 'action.tool', arguments: 'action.toolInput' },
        results: {
          outcome: (step, { place, report }) => {
            const output = fieldAt(step, 'observation');
            if (output === undefined || output === null) return undefined;
            const error = errorIn(output);
            if (error !== undefined) return failed(error);
            noteOutcome(place, report);
            return { outcome: 'ok', output };
          },
        },
      },
      time: 'startTime',
    },
    {
      // Where no model of an agent requested it.
      shape: { [given]: 'record' },
      kind: () => 'call',
      finish: (message, value) => [{ ...message, calls: [callOf({ value, place: message.place })] }],
    },
    { shape: { [`${main}.chatInput`]: 'text' }, kind: () => 'input', text: `${main}.chatInput`, time: 'startTime' },
    { shape: { question: 'text' }, kind: () => 'input', text: 'question', time: 'startTime' },
  ],
  session: {
    name: (execution) => textAt(execution, 'workflowData.name'),
    agent: () => 'n8n',
    startedAt: 'startedAt',
    recording: { execution: 'id', workflow: 'workflowData.name', status: 'status', mode: 'mode' },
    arrange: stepsOf,
    notes: noteOthers,
  },
};

const noteOutcome = assumed(
  'n8n/outcome',
  () =>
    'The steps of an n8n agent do not say whether a call failed: each result without an error in its record counts as successful.',
);

/** The engine writes the items of a tool’s run as JSON; those of a run that failed are `[{"error": "…"}]`. */
function errorIn(observation: Value): string | undefined {
  const items = typeof observation === 'string' ? openJson(observation) : undefined;
  const [only, ...others] = elementsOf(items ?? null);
  const isAlone = only !== undefined && others.length === 0 && isRecord(only) && Object.keys(only).join() === 'error';
  return isAlone ? textAt(only, 'error') : undefined;
}

/** A run that failed may have the input of its model alone. */
const isModel = ({ value }: Placed) =>
  fieldAt(value, ['data.ai_languageModel', 'inputOverride.ai_languageModel']) !== undefined;
const isTool = ({ value }: Placed) => fieldAt(value, ['data.ai_tool', 'inputOverride.ai_tool']) !== undefined;
const isChat = ({ value }: Placed) => fieldAt(value, `${main}.chatInput`) !== undefined;
const nodeOf = ({ place }: Placed) => String(place.at(-2) ?? '');

/**
 * Each answer of a model with the uses of tools after it: its own record does not have the calls. Without a chat, the
 * user's words are in the prompts, and new words begin with another prompt.
 */
function stepsOf(runs: readonly Placed[]): readonly Entry[] {
  const ofOthers = runsOfSubAgents(runs);
  const own = runs.filter((run) => !ofOthers.has(run));
  const hasModel = own.some(isModel);
  const hasChat = own.some(isChat);
  const entries: (Placed & { more: Placed[] })[] = [];
  let answer: Placed[] | undefined;
  let question: string | undefined;
  for (const run of own) {
    if (isModel(run)) {
      const next = hasChat ? undefined : questionIn(run.value);
      if (next !== undefined && next !== question) {
        question = next;
        const startTime = fieldAt(run.value, 'startTime') ?? null;
        entries.push({ value: { question, startTime }, place: run.place, more: [] });
      }
      answer = [];
      entries.push({ ...run, more: answer });
    } else if (isTool(run)) {
      // The tool that the user approved has a run of its own.
      if (isApproved(run.value) === true) continue;
      if (answer === undefined) entries.push({ ...run, more: [] });
      else answer.push(run);
    } else if (!hasModel || isChat(run)) entries.push({ ...run, more: [] });
  }
  return entries;
}

/** An agent that is another agent's tool has a model and tools of its own, which run while the tool of another node runs. */
function runsOfSubAgents(runs: readonly Placed[]): ReadonlySet<Placed> {
  const tools = runs.filter(isTool);
  const nodes = new Set(tools.filter(({ value }) => !isQuestion(value)).map(nodeOf));
  const isCalledByTool = (run: Placed): boolean => {
    const caller = textAt(run.value, 'source.0.previousNode');
    return caller !== undefined && caller !== nodeOf(run) && nodes.has(caller);
  };
  return new Set([...runs.filter(isCalledByTool), ...during(tools.flatMap(periodOf), runs.filter(isModel))]);
}

interface Period {
  readonly node: string;
  readonly began: number;
  readonly end: number;
}

function periodOf(run: Placed): readonly Period[] {
  const [began, took] = [numberAt(run.value, 'startTime'), numberAt(run.value, 'executionTime')];
  return began === undefined || took === undefined ? [] : [{ node: nodeOf(run), began, end: began + took }];
}

/** The models that began while a tool of another node ran. */
function during(tools: readonly Period[], models: readonly Placed[]): readonly Placed[] {
  const earliest = tools.toSorted((a, b) => a.began - b.began);
  let next = 0;
  /** Among the tools that began before: the one that ends last, and the one of the other nodes that ends last. */
  let latest: readonly Period[] = [];
  const begun = models.flatMap((run) => {
    const start = numberAt(run.value, 'startTime');
    return start === undefined ? [] : [{ run, start }];
  });
  return begun
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ run, start }) => {
      for (let tool = earliest[next]; tool !== undefined && tool.began < start; tool = earliest[++next]) {
        const [last, ...others] = [...latest, tool].toSorted((a, b) => b.end - a.end);
        const other = others.find(({ node }) => node !== last?.node);
        latest = [last, other].filter((one) => one !== undefined);
      }
      return latest.some(({ node, end }) => node !== nodeOf(run) && start < end) ? [run] : [];
    });
}

/** The user’s words in a prompt: messages as one text, `System: …\nHuman: …`, where an answer may follow. */
function questionIn(run: Value): string | undefined {
  const [prompt] = elementsAt(run, `${asked}.messages`);
  if (typeof prompt !== 'string') return undefined;
  const [, ...said] = prompt.split(/(?:^|\n)Human: /);
  return (said.at(-1) ?? prompt).split(/\n(?:AI|Tool): /, 1)[0]?.trim();
}

function noteOthers({ messages }: FoundConversation, report: ImportReport): void {
  const ofOthers = runsOfSubAgents(messages);
  for (const run of messages) {
    if (ofOthers.has(run))
      report.note(
        'lost',
        'n8n/sub-agent',
        run.place,
        (n) => `${counted(n, 'run')} of agents that are tools of others: left out.`,
      );
    else if (isModel(run) && failureIn(run.value) !== undefined)
      report.note(
        'info',
        'n8n/failed',
        run.place,
        (n) => `${counted(n, 'run')} of a model failed: shown as an answer without text.`,
      );
    if (findAt(run.value, `${model}.tokenUsageEstimate.completionTokens`, (count) => count !== 0) !== undefined)
      report.note(
        'assumed',
        'n8n/tokens',
        run.place,
        (n) => `${counted(n, 'answer')} with tokens that n8n estimated, because the model reported none.`,
      );
    for (const list of outputs) {
      const items = findAt(run.value, list);
      if (items === undefined || elementsAt(run.value, list).length < 2) continue;
      report.note(
        'lost',
        'n8n/items',
        [...run.place, ...items.path, 1],
        (n) => `${counted(n, 'run')} with more than one item: the items after the first are left out.`,
      );
    }
  }
}

const outputs = ['data.ai_languageModel.0', 'data.main.0'];

const withCalls = (message: NormalizedMessage, more: readonly Placed[]): NormalizedMessage => ({
  ...message,
  calls: more.map(callOf),
});

/**
 * Since version 1.111 the engine runs an agent's tools as nodes: the arguments lie bare, and the name of a toolkit's tool is among
 * them. Earlier they are in `query`.
 * https://github.com/n8n-io/n8n/blob/master/packages/core/src/execution-engine/requests-response.ts
 */
function callOf({ value, place }: Placed): RequestedCall {
  const { tool: name, ...rest } = recordAt(value, given) ?? {};
  const isOfEngine = findAt(value, 'inputOverride.ai_tool.0.0.pairedItem') !== undefined;
  const input = isOfEngine ? (rest['toolParameters'] ?? rest) : fieldAt(value, [`${given}.query`, given]);
  const own = typeof name === 'string' && isOfEngine ? name : textAt(value, `${given}.tool.name`);
  return { id: undefined, name: own ?? nodeOf({ value, place }), input, place, result: resultOf(value) };
}

/** A node may ask the user before a tool runs, and gets the arguments of the tool. */
const isQuestion = (run: Value): boolean => findAt(run, `${given}.toolParameters`) !== undefined;

function isApproved(run: Value): boolean | undefined {
  if (!isQuestion(run)) return undefined;
  const answer = findAt(run, [`${tool}.approved`, `${tool}.data.approved`])?.value;
  return typeof answer === 'boolean' ? answer : undefined;
}

const failureIn = (run: Value): string | undefined =>
  textAt(run, ['error.message', 'error.description', `${tool}.error`]) ??
  (textAt(run, 'executionStatus') === 'error' ? 'the run of the node failed' : undefined);

/** A run that has not ended has its input in the place of its output. */
function resultOf(run: Value): CallResult | undefined {
  const reason = failureIn(run);
  if (reason !== undefined) return failed(reason);
  if (isApproved(run) === false) return denied(textAt(run, [`${tool}.chatInput`, `${tool}.data.chatInput`]));
  const status = textAt(run, 'executionStatus');
  if (status === 'canceled') return stopped('the run of the node was canceled');
  if (status !== undefined && status !== 'success') return waiting(`the run of the node is ${status}`);
  const items = elementsAt(run, 'data.ai_tool.0').map((item) => fieldAt(item, 'json') ?? null);
  if (status === undefined && items.length === 0) return undefined;
  return { outcome: 'ok', output: items.length > 1 ? items : (fieldAt(run, [`${tool}.response`, tool]) ?? null) };
}
