import { formatPath } from '../../model/path.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, refusalPart, type Part } from '../../importing/content/content.ts';
import type { Calls, ChatReading, Entry, FoundConversation, Spot } from '../../importing/describing/chat-reading.ts';
import { elementsAt, findAt, numberAt, textAt } from '../../importing/values/where.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { noteSystem } from '../../importing/notes.ts';
import { failed, stopped } from '../../importing/transcript/call-ends.ts';
import type { CallResult, RecordedTokens } from '../../importing/transcript/transcript.ts';
import { elementsOf, groupedBy, type Placed } from '../../importing/values/elements.ts';

export const reading: ChatReading = {
  messages({ messages }) {
    const models = new Map(messages.map(({ value }) => [textAt(value, 'id'), textAt(value, 'model')]));
    const model = (object: RecordValue) => models.get(textAt(object, ['run_id', 'id']));
    return [
      {
        shape: { object: ['thread.message'] },
        kind: { field: 'role', values: { assistant: 'llm' }, otherwise: 'input' },
        items: { list: 'content', kind: { otherwise: 'content', absent: 'content' }, content: partsOf },
        parts: (_, { more }) => inPieces(more),
        // The step that created the message has its tokens.
        tokens: (_, { more }) => tokensOf(findAt(more[0]?.value ?? null, 'usage')?.value),
        end: 'incomplete_details.reason',
        model,
        time: 'created_at',
      },
      {
        shape: { object: ['thread.run.step'] },
        kind: () => 'llm',
        calls: { ...called, list: 'step_details.tool_calls' },
        results: { list: 'step_details.tool_calls', outcome: resultOf },
        tokens: 'usage',
        model,
        time: 'created_at',
      },
      {
        shape: { object: ['thread.run'] },
        kind: () => 'llm',
        calls: { ...called, list: required },
        results: { list: required, outcome: () => ({ outcome: 'pending', output: undefined }) },
        model,
      },
    ];
  },
  session: {
    arrange: inOrder,
    tools: 'tools',
    // Tools of the provider have a type alone.
    declared: (run) =>
      elementsOf(run['tools'] ?? null).flatMap((tool) => textAt(tool, ['function.name', 'type']) ?? []),
    recording(_, { found: { messages } }) {
      const thread = textAt(messages[0]?.value ?? null, 'thread_id');
      return thread === undefined ? {} : { thread_id: thread };
    },
    totals: totalOf,
    notes: noteRuns,
  },
};

/** The calls that a run waits for. In a stream they are nowhere else until their outputs are submitted. */
const required = ['submit_tool_outputs', 'submit_tool_approval'].map((kind) => `required_action.${kind}.tool_calls`);

/** The provider's own tools have no name. `name` and `arguments` beside it: MCP in Azure's service of the same form. */
const called: Calls = {
  id: 'id',
  name: ['function.name', 'name', 'type'],
  arguments: ['function.arguments', 'arguments'],
  input: 'code_interpreter.input',
};

/** `{type: "text", text: {value}}`, `{type: "image_file", image_file: {file_id}}`, `{type: "image_url", image_url: {url}}` */
function partsOf(value: Value, { place, report }: Spot): readonly Part[] {
  const text = textAt(value, 'text.value');
  if (text !== undefined) return [{ mimeType: 'text/plain', text }];
  const refusal = textAt(value, 'refusal');
  if (refusal !== undefined) return [refusalPart(refusal)];
  const image = textAt(value, ['image_file.file_id', 'image_url.url']);
  return image === undefined ? readContent(value, place, report) : [{ mimeType: 'image/*', file: image }];
}

/** The text of a message whose stream was cut. */
function inPieces(more: readonly Placed[]): readonly Part[] {
  const texts = more.flatMap(({ value }) =>
    elementsAt(value, 'delta.content').map((part) => textAt(part, 'text.value')),
  );
  return texts.length === 0 ? [] : [{ mimeType: 'text/plain', text: texts.join('') }];
}

/**
 * | in a step | outcome |
 * | --- | --- |
 * | `output` of a call | successful, independent of its text |
 * | the status `completed`, of the provider's own tools | successful, with the `outputs` of code or the `results` of a search |
 * | `failed`, or a `last_error` | errored, with its message |
 * | `cancelled`, `expired` | errored: the function may have begun |
 * | `in_progress` | still waiting |
 */
function resultOf(call: RecordValue, { place, document }: Spot): CallResult | undefined {
  const submitted = findAt(call, ['function.output', 'output'])?.value;
  if (submitted !== undefined) return { outcome: 'ok', output: submitted };
  const step = valueAt(document.value, place.slice(0, -3)) ?? null;
  const output = findAt(call, ['code_interpreter.outputs', 'file_search.results'])?.value;
  const status = textAt(step, 'status');
  if (status === 'in_progress') return { outcome: 'pending', output: undefined };
  if (status === 'cancelled' || status === 'expired') return { ...stopped(`the step is ${status}`), output };
  if (status === 'failed' || findAt(step, 'last_error') !== undefined)
    return { ...failed(textAt(step, ['last_error.message', 'last_error.code']) ?? 'the step failed'), output };
  const hasRun = status === 'completed' && textAt(call, 'type') !== 'function';
  return hasRun || output !== undefined ? { outcome: 'ok', output } : undefined;
}

const isA = (kind: string, { value }: Placed): boolean => textAt(value, 'object') === kind;

/** Entries of each list by their times. Lists have the newest entry first, unless the request set another order. */
function byTime(objects: readonly Placed[]): readonly Placed[] {
  const lists = groupedBy(objects, ({ place }) => formatPath(place.slice(0, -1)));
  return [...lists.values()]
    .flatMap((list) => (timeOf(list[0]) > timeOf(list.at(-1)) ? list.toReversed() : list))
    .toSorted((a, b) => timeOf(a) - timeOf(b));
}

/** Several objects have the same second: the step that created a message shows which steps precede it. */
function inOrder(objects: readonly Placed[]): readonly Entry[] {
  const steps = byTime(objects.filter((object) => isA('thread.run.step', object)));
  const created = new Map(steps.map((step, index) => [textAt(step.value, createdIn), index]));
  const pieces = groupedBy(
    objects.filter((object) => isA('thread.message.delta', object)),
    idOf,
  );
  const waiting = waitingRuns(objects, steps);
  const messages = byTime(objects.filter((object) => isA('thread.message', object)));
  const listed = new Set(messages.map(idOf));
  const entries: Entry[] = [];
  let next = 0;
  const addSteps = (isBefore: (step: Placed, index: number) => boolean): void => {
    for (let step = steps[next]; step !== undefined && isBefore(step, next); step = steps[++next]) {
      const message = textAt(step.value, createdIn);
      if (message !== undefined && listed.has(message)) continue;
      const run = textAt(step.value, 'run_id');
      const isEmpty = message === undefined && elementsAt(step.value, 'step_details.tool_calls').length === 0;
      entries.push((isEmpty ? waiting.get(run) : undefined) ?? step);
      if (isEmpty) waiting.delete(run);
    }
  };
  for (const message of messages) {
    const creation = created.get(idOf(message));
    const isOfRun = textAt(message.value, 'run_id') !== undefined;
    addSteps((step, index) =>
      creation === undefined ? timeOf(step) < timeOf(message) + (isOfRun ? 1 : 0) : index < creation,
    );
    const step = creation === undefined ? undefined : steps[creation];
    entries.push({ ...message, more: [...(step === undefined ? [] : [step]), ...(pieces.get(idOf(message)) ?? [])] });
  }
  addSteps(() => true);
  return [...entries, ...waiting.values()];
}

const createdIn = 'step_details.message_creation.message_id';
const idOf = ({ value }: Placed): string | undefined => textAt(value, 'id');

/** The runs that wait for calls which no step has. */
function waitingRuns(objects: readonly Placed[], steps: readonly Placed[]): Map<string | undefined, Placed> {
  const listed = new Set(
    steps.flatMap(({ value }) => elementsAt(value, 'step_details.tool_calls').map((call) => textAt(call, 'id'))),
  );
  const waiting = objects.filter(({ value }) =>
    elementsAt(value, required).some((call) => !listed.has(textAt(call, 'id'))),
  );
  return new Map(waiting.map((run) => [idOf(run), run]));
}

const timeOf = (object: Placed | undefined): number => numberAt(object?.value, 'created_at') ?? 0;

/** Without steps, only the runs count tokens: their sum is known if all of them are recorded. */
function totalOf({ messages }: FoundConversation): RecordedTokens | undefined {
  if (messages.some((object) => isA('thread.run.step', object))) return undefined;
  const runs = new Map(messages.flatMap((object) => (isA('thread.run', object) ? [[idOf(object), object.value]] : [])));
  const ids = new Set([...runs.keys(), ...messages.flatMap(({ value }) => textAt(value, 'run_id') ?? [])]);
  let [prompt, completion] = [0, 0];
  for (const id of ids) {
    const usage = tokensOf(findAt(runs.get(id), 'usage')?.value);
    if (usage?.prompt === undefined || usage.completion === undefined) return undefined;
    prompt += usage.prompt;
    completion += usage.completion;
  }
  return { prompt, completion };
}

function noteRuns({ messages }: FoundConversation, report: ImportReport): void {
  for (const { value, place } of messages.filter((object) => isA('thread.run', object))) {
    if ((textAt(value, 'instructions') ?? '') !== '') noteSystem([...place, 'instructions'], report);
    const status = textAt(value, 'status') ?? '';
    const failure = findAt(value, 'last_error')?.value;
    if (failure === undefined && !['cancelled', 'expired', 'incomplete'].includes(status)) continue;
    const why = textAt(value, ['last_error.message', 'last_error.code', 'incomplete_details.reason']) ?? status;
    const code = 'openai-assistants/failed';
    report.note(
      'info',
      code,
      place,
      (n) => `${counted(n, 'run')} did not complete, the first with “${why.slice(0, 200)}”.`,
    );
  }
}
