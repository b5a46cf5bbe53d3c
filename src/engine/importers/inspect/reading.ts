import { namesOf, offeredTools, type OfferedTool } from '../../importing/tools/offered-tools.ts';
import { formatPath } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { failed, refused, stopped } from '../../importing/transcript/call-ends.ts';
import {
  recordedTokens,
  waiting,
  type CallResult,
  type RecordedTokens,
} from '../../importing/transcript/transcript.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { Event, PlacedEvent } from './events.ts';
import { areEvents, sampleOf, type Sample } from './sample.ts';
import { createTasks } from './sub-agents.ts';

export const reading: ChatReading = {
  messages: (found) => readingsOf(sampleOf(found)),
  session: {
    name: titleOf,
    model: (_, spot) => textAt(logOf(spot), 'eval.model') ?? sampleOf(spot.found).model,
    startedAt: (_, { found }) => startOf(sampleOf(found)),
    declared: (_, { found }) => namesOf(sampleOf(found).facts.offered),
    tools: (_, { found }) => sampleOf(found).facts.stated,
    recording: recordingOf,
    arrange(_, found) {
      const { messages, attachments } = sampleOf(found);
      const resolved = messages.map(({ value, place }) => ({ value: attachments.resolved(value), place }));
      return [...resolved, { value: { end_of_sample: true }, place: found.holder.place }];
    },
    lastNotes: (found, report) => areEvents(found) && notes['events-alone'](null, report),
  },
};

/** Long texts, such as descriptions, may be attachments of the sample. */
function offeredIn(call: PlacedEvent | undefined, { attachments }: Sample): readonly OfferedTool[] | undefined {
  if (call === undefined) return undefined;
  return offeredTools({ value: attachments.resolved(call.event['tools'] ?? null), place: [...call.place, 'tools'] });
}

/** A sample copied without its log has no facts about the log. */
const logOf = ({ document, found }: Spot): Value | undefined =>
  found.holder.place.length > 0 ? document.value : undefined;

const idOf = (sample: RecordValue): string | number | undefined => textAt(sample, 'id') ?? numberAt(sample, 'id');

function titleOf(sample: RecordValue, spot: Spot): string {
  const epoch = numberAt(sample, 'epoch') ?? 1;
  const id = idOf(sample) ?? (areEvents(spot.found) ? 'events' : 'messages');
  return `${textAt(logOf(spot), 'eval.task') ?? 'Inspect'}, sample ${id}${epoch === 1 ? '' : `, epoch ${epoch}`}`;
}

function recordingOf(sample: RecordValue, spot: Spot): RecordValue {
  const { resolved } = sampleOf(spot.found).attachments;
  const scores = Object.entries(recordAt(sample, 'scores') ?? {}).map(([name, score]) => [
    name,
    resolved(isRecord(score) ? (fieldAt(score, 'value') ?? null) : score),
  ]);
  return {
    task: textAt(logOf(spot), 'eval.task') ?? null,
    sample: idOf(sample) ?? (areEvents(spot.found) ? 'events' : 'messages'),
    epoch: numberAt(sample, 'epoch') ?? null,
    status: textAt(logOf(spot), 'status') ?? 'unknown',
    scores: Object.fromEntries(scores),
    total_time: numberAt(sample, 'total_time') ?? null,
    limit: textAt(sample, 'limit.type') ?? null,
    error: textAt(sample, 'error.message') ?? null,
  };
}

/** The time of the first answer. */
function startOf({ messages, callAt }: Sample): string | undefined {
  const first = messages.find(({ value }) => textAt(value, 'role') === 'assistant');
  return first && readInstant(timeOf(callAt.get(formatPath(first.place))?.event), [], createImportReport());
}

function readingsOf(sample: Sample): readonly MessageReading[] {
  const { facts, attachments } = sample;
  const callAt = new Map(sample.callAt);
  const callOf = ({ place }: Spot): PlacedEvent | undefined => callAt.get(formatPath(place));
  const eventOf = (spot: Spot): Event | undefined => callOf(spot)?.event;
  const tasks = createTasks(sample.holder, sample.unheard.agents, attachments, callAt);
  const changesIn = (call: string | undefined): readonly NormalizedMessage[] =>
    (facts.changes.get(call) ?? []).map(({ state, place }) => ({
      role: 'results',
      parts: [],
      state: state.map(({ key, value }) => ({ key, value: value && attachments.resolved(value) })),
      place,
    }));
  const own = new Set(sample.messages.map(({ place }) => formatPath(place)));
  const answered = new Set(sample.messages.map(({ value }) => textAt(value, 'tool_call_id')));
  let isFirst = true;
  const message: MessageReading = {
    kind: { field: 'role', values: { system: 'system', user: 'input', assistant: 'llm', tool: 'result' } },
    items: {
      list: 'content',
      kind: {
        field: 'type',
        values: { reasoning: 'reasoning', tool_use: 'exchange' },
        otherwise: 'content',
        absent: 'content',
      },
      // Tools that the provider ran.
      calls: { id: 'id', name: 'name', arguments: 'arguments' },
      results: { outcome: hostedOutcome },
      content: (item, { place, report }) => readContent(withUrl(item), place, report),
    },
    calls: { list: 'tool_calls', id: 'id', name: 'function', input: 'arguments' },
    results: {
      id: 'tool_call_id',
      name: 'function',
      time: (result) => timeOf(facts.tools.get(textAt(result, 'tool_call_id'))),
      outcome: (result) => {
        const id = textAt(result, 'tool_call_id');
        return (
          failureOf(id, result, sample) ?? {
            outcome: 'ok',
            output: outputOf(result),
            tookMs: tookOf(facts.tools.get(id)),
          }
        );
      },
    },
    model: (record, spot) => textAt(eventOf(spot), 'model') ?? textAt(record, 'model'),
    time: (_, spot) => timeOf(eventOf(spot)),
    tookMs: (_, spot) => tookOf(eventOf(spot)),
    tokens: (_, spot) => tokensOf(eventOf(spot)),
    end: (_, spot) => textAt(eventOf(spot), 'output.choices.0.stop_reason'),
    finish(read, record, spot) {
      const before = isFirst ? changesIn(undefined) : [];
      isFirst = false;
      if (read.role === 'results') return [...before, read, ...changesIn(textAt(record, 'tool_call_id'))];
      const started = tasks.before(callOf(spot), spot);
      const isOwn = own.has(formatPath(spot.place));
      const calls =
        read.calls?.map((call) => ({
          ...call,
          input: attachments.resolved(facts.modified.get(call.id) ?? null) ?? call.input,
          result: call.result ?? (isOwn && !answered.has(call.id) ? unansweredOf(call.id, sample) : undefined),
          ...tasks.sentBy(call.id, spot),
        })) ?? [];
      const placeholder = read.isReasoning === true ? { placeholder: '[thinking]' } : {};
      return [...before, { ...read, tasks: started, calls, tools: offeredIn(callOf(spot), sample), ...placeholder }];
    },
  };
  const end: MessageReading = {
    shape: { end_of_sample: 'there' },
    kind: { otherwise: 'call' },
    finish(read, _, spot) {
      const rest = tasks.rest(spot);
      noteSample(sample, spot.report);
      return [{ ...read, tasks: rest }];
    },
  };
  return [message, end];
}

/** Inspect has its own type for pictures. */
const withUrl = (part: Value): Value =>
  isRecord(part) && part['type'] === 'image' && typeof part['image'] === 'string'
    ? { type: 'image_url', image_url: part['image'] }
    : part;

/** The end of the event if the log has it, otherwise its start. */
const timeOf = (event: Event | undefined): Value | undefined => fieldAt(event, ['completed', 'timestamp']);

function tookOf(event: Event | undefined): number | undefined {
  const seconds = numberAt(event, 'working_time');
  return seconds === undefined ? undefined : Math.round(seconds * 1000);
}

/** Whether `input_tokens` includes tokens read from a cache depends on the provider; the total always includes them. */
function tokensOf(event: Event | undefined): RecordedTokens | undefined {
  const usage = recordAt(event, 'output.usage');
  const [prompt, completion] = [countAt(usage, 'input_tokens'), countAt(usage, 'output_tokens')];
  const cached = countAt(usage, 'input_tokens_cache_read');
  if (prompt === undefined || completion === undefined) return recordedTokens(prompt, completion, cached);
  return recordedTokens(Math.max(prompt, (countAt(usage, 'total_tokens') ?? 0) - completion), completion, cached);
}

/**
 * | in the log | outcome |
 * | --- | --- |
 * | the last event `approval` about the call decides `reject` or `terminate` | restricted |
 * | `error.type` of the tool message is `approval` or `permission` | restricted, with its message |
 * | any other `error` of the tool message | errored, with its message |
 * | anything else | successful |
 *
 * A sample that ends during a call has no tool message: then the call's event counts in its place.
 */
function failureOf(
  id: string | undefined,
  result: RecordValue,
  { facts, attachments }: Sample,
): CallResult | undefined {
  const tookMs = tookOf(facts.tools.get(id));
  const refusal = facts.refusals.get(id);
  const error = recordAt(result, 'error');
  const [type, said] = [textAt(error, 'type'), textAt(error, 'message')];
  if (refusal !== undefined || type === 'approval' || type === 'permission') {
    // A decision about a call is an event, so its explanation may be a reference to a text.
    const why = attachments.resolved(textAt(refusal, 'explanation') ?? null);
    const reason = said ?? (typeof why === 'string' ? why : 'the call was not approved');
    return { ...refused(reason), tookMs };
  }
  return error === undefined ? undefined : { ...failed(said ?? type ?? 'the call failed'), tookMs };
}

function unansweredOf(id: string | undefined, sample: Sample): CallResult | undefined {
  const event = sample.facts.tools.get(id);
  const failure = failureOf(id, event ?? {}, sample);
  if (failure !== undefined || event === undefined) return failure;
  if (event['failed'] === true) return failed('the call failed');
  const hasEnded = ['error', 'limit'].some((end) => recordAt(sample.holder.value, end) !== undefined);
  if (event['pending'] === true)
    return hasEnded ? stopped('the sample ended during the call') : waiting('the call was running');
  if (fieldAt(event, 'completed') === undefined) return undefined;
  const output = sample.attachments.resolved(fieldAt(event, 'result') ?? null);
  return { outcome: 'ok', output, tookMs: tookOf(event), at: undefined };
}

function hostedOutcome(use: RecordValue): CallResult {
  const error = textAt(use, 'error') ?? '';
  return error === '' ? { outcome: 'ok', output: fieldAt(use, 'result') } : failed(error);
}

/** A text, or parts with pictures among them. */
function outputOf({ content = null }: RecordValue): Value {
  const list = isList(content) ? [...content].filter((part) => textAt(part, 'type') !== 'reasoning') : undefined;
  const written = list?.map(withUrl) ?? (content === '' ? null : content);
  const parts = readContent(written, [], createImportReport());
  const isText = list?.length !== 0 && parts.every((part) => typeof part['text'] === 'string');
  return isText ? textOf(parts) : parts;
}

function noteSample({ holder, facts, unheard }: Sample, report: ImportReport): void {
  for (const place of unheard.graders) notes.graders(place, report);
  for (const place of unheard.others) notes.unheard(place, report);
  for (const place of facts.others) notes.events(place, report);
  const limit = textAt(holder.value, 'limit.type') ?? 'unnamed';
  for (const place of facts.limits)
    report.note('info', 'inspect/limit', place, () => `The sample reached a limit (${limit}).`);
  const error = recordAt(holder.value, 'error');
  if (error === undefined) return;
  const words = textAt(error, 'message')?.slice(0, 300) ?? 'no message';
  report.note('info', 'inspect/error', [...holder.place, 'error'], () => `The sample failed: “${words}”.`);
}

const notes = notesOf('inspect', {
  info: {
    graders: '{# model call} of {a grader|graders}, after the conversation: left out.',
    events: '{# event} of other kinds (commands in the sandbox, lines of a log): not shown as turns.',
  },
  lost: {
    unheard: '{# model call} whose {answer is|answers are} in no message: left out.',
  },
  assumed: {
    'events-alone':
      'These are events without their sample: the conversation is from the last model call, and texts stored as attachments of the sample stay references.',
  },
});
