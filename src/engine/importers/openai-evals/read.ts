import { ok } from '../../../base/result.ts';
import { malformed, type Read, type ReadSession } from '../../importing/importer.ts';
import { counted, createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import { blank, tokensOf, type AnyMessage } from '../../importing/messages/any-message.ts';
import { textOf } from '../../importing/content/content.ts';
import { conversationIn } from '../../importing/messages/conversation-in.ts';
import { createCallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { createConversationTracker } from '../../importing/messages/conversation-tracker.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { groupedBy, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { elementsAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { isEvent } from './format.ts';

/** The model calls of a sample that continue one conversation, and the evaluation of the sample. */
interface Conversation {
  readonly sampleId: string;
  /** Several if a sample has more model calls that start a new conversation, such as those of a model that grades. */
  readonly number: number;
  readonly calls: readonly Placed[];
  /** Events of functions that were called, which name no conversation: those of a sample are in its first one. */
  readonly uses: readonly Placed[];
  readonly judgements: readonly Placed[];
}

export const read: Read = ({ value }) => {
  const lines = oneOrMany(value);
  const events = lines.filter((line) => isEvent(line.value));
  const facts = factsIn(lines.map((line) => line.value).filter((line) => !isEvent(line)));
  const conversations = conversationsIn(events);
  const sampleIds = new Set(conversations.map(({ sampleId }) => sampleId));
  const others = events.filter((one) => !sampleIds.has(sampleOf(one)));
  if (conversations.length === 0) return malformed(noCall);
  return ok({
    sessions: conversations.map((one, index) => ({
      title: titleOf(one),
      system: 'task',
      open: () => ok(toSession(one, facts, index === 0 ? others : [])),
    })),
  });
};

const noCall = 'This looks like a log of OpenAI Evals, but it records no model call: no event is a sampling.';

/** The specification of the run and its final report: the first and the last line. */
function factsIn(lines: readonly Value[]): RecordValue {
  const spec = lines.map((line) => recordAt(line, 'spec')).findLast((one) => one !== undefined) ?? {};
  const reports = lines.filter((line) => recordAt(line, 'spec') === undefined);
  const report = reports.map((line) => fieldAt(line, 'final_report')).find((one) => one !== undefined);
  const named = ['run_id', 'eval_name', 'base_eval', 'split'].filter((key) => typeof spec[key] === 'string');
  const completions = elementsAt(spec, 'completion_fns');
  return {
    ...Object.fromEntries(named.map((key) => [key, spec[key] ?? null])),
    ...(completions.length > 0 && { completion_fns: completions }),
    ...(report !== undefined && { final_report: report }),
  };
}

const sampleOf = ({ value }: Placed): string => textAt(value, 'sample_id') ?? '';
const typeOf = ({ value }: Placed): string => textAt(value, 'type') ?? '';

function conversationsIn(events: readonly Placed[]): readonly Conversation[] {
  const samples = groupedBy(events, sampleOf);
  return [...samples].flatMap(([sampleId, ofSample]) => {
    const uses = ofSample.filter(isUse);
    const judgements = ofSample.filter((one) => !isSampling(one) && !isUse(one));
    const threads = [...groupedBy(ofSample.filter(isSampling), beginningOf).values()];
    return threads.map((calls, number) => ({
      sampleId,
      number,
      calls,
      uses: number === 0 ? uses : [],
      judgements: number === 0 ? judgements : [],
    }));
  });
}

const isUse = (one: Placed): boolean => typeOf(one) === 'function_call' && textAt(one.value, 'data.name') !== undefined;

const isSampling = (one: Placed): boolean => typeOf(one) === 'sampling';

/** A conversation continues if the next prompt begins with the same user message. */
function beginningOf(call: Placed): string {
  const prompt = promptOf(call, createImportReport());
  const first = prompt.find(({ role }) => role === 'user') ?? prompt[0];
  return first === undefined ? '' : textOf(first.parts).trim();
}

const promptOf = (call: Placed, report: ImportReport): readonly AnyMessage[] =>
  conversationIn(fieldAt(call.value, 'data.prompt'), 'input', [...call.place, 'data', 'prompt'], report);

/** A completion function returns texts, a solver returns its message. */
function answersOf(call: Placed, report: ImportReport): readonly AnyMessage[] {
  const sampled = fieldAt(call.value, 'data.sampled');
  const place: Path = [...call.place, 'data', 'sampled'];
  const list = elementsAt(sampled, '');
  if (list.some((one) => typeof one === 'string'))
    return list.flatMap((one, index) => (typeof one === 'string' ? [spoken(one, [...place, index])] : []));
  if (typeof sampled === 'string') return [spoken(sampled, place)];
  return conversationIn(sampled, 'output', place, report).filter(({ role }) => role === 'assistant');
}

const spoken = (text: string, place: Path): AnyMessage => ({
  ...blank('assistant', place),
  parts: text === '' ? [] : [{ mimeType: 'text/plain', text }],
});

const titleOf = ({ sampleId, number }: Conversation): string =>
  `${shortTitle(sampleId)}${number === 0 ? '' : ` (conversation ${number + 1})`}`;

/** `others`: events of samples without a model call; the report of one session has to mention them. */
function toSession(conversation: Conversation, facts: RecordValue, others: readonly Placed[]): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const tracker = createConversationTracker(matcher, report);
  for (const call of [...conversation.calls, ...conversation.uses].toSorted((a, b) => lineOf(a) - lineOf(b))) {
    if (isUse(call)) {
      tracker.settle();
      matcher.addCall(useOf(call, report));
      continue;
    }
    const at = timeOf(call, report);
    const [answer, ...choices] = answersOf(call, report);
    // The line is written when the answer arrives; the time of the request is not recorded.
    tracker.addConversation(promptOf(call, report));
    const tokens = tokensOf(fieldAt(call.value, 'data.usage'));
    const circumstances = { at, model: textAt(call.value, 'data.model'), tokens };
    if (answer === undefined) tracker.expectAnswer(blank('assistant', call.place), circumstances);
    else tracker.addAnswer(answer, circumstances);
    for (const { place } of choices) notes.choices(place, report);
  }
  tracker.settle();
  noteJudgements(conversation.judgements, report);
  if (conversation.number > 0) notes['begins-anew'](conversation.calls[0]?.place ?? null, report);
  for (const { place } of others) notes['no-sampling'](place, report);
  return toTaskSession(
    {
      title: titleOf(conversation),
      importer: 'openai-evals',
      declared: [],
      // Evaluation results from after the run: rules cannot see them, but users want to.
      recording: {
        sample_id: conversation.sampleId,
        ...facts,
        ...(conversation.judgements.length > 0 && { judgements: conversation.judgements.map(judgementOf) }),
      },
      entries: matcher.entries(),
    },
    report,
  );
}

const timeOf = ({ value, place }: Placed, report: ImportReport): string | undefined =>
  readInstant(textAt(value, 'created_at'), [...place, 'created_at'], report);

const lineOf = ({ place }: Placed): number => Number(place[0] ?? 0);

/** https://github.com/openai/evals/blob/main/evals/record.py */
function useOf(use: Placed, report: ImportReport): RequestedCall {
  const output = fieldAt(use.value, 'data.return_value');
  return {
    id: undefined,
    name: textAt(use.value, 'data.name') ?? '',
    input: fieldAt(use.value, 'data.arguments'),
    place: use.place,
    result: { outcome: 'ok', output, at: timeOf(use, report) },
  };
}

const judgementOf = (one: Placed): Value => ({ type: typeOf(one), data: fieldAt(one.value, 'data') ?? null });

function noteJudgements(judgements: readonly Placed[], report: ImportReport): void {
  for (const one of judgements) {
    const type = typeOf(one).slice(0, 40);
    const correct = fieldAt(one.value, 'data.correct');
    const verdict = typeof correct === 'boolean' ? `, the first with “correct” ${String(correct)}` : '';
    const code = `openai-evals/${typeOf(one)
      .replaceAll(/[^a-z]+/gi, '-')
      .slice(0, 40)}`;
    const message = (n: number) =>
      `${counted(n, 'event')} “${type}” of the evaluation${verdict}: not a turn, but among the recording’s facts.`;
    report.note('info', code, one.place, message);
  }
}

const notes = notesOf('openai-evals', {
  assumed: {
    'begins-anew':
      'This prompt does not continue the sample’s earlier conversation: shown as a separate one, such as that of a grading model.',
  },
  lost: {
    'no-sampling': '{# event} of samples without a model call: left out.',
    choices: 'Left out: {# other sample} of the same prompt. The first is the answer.',
  },
});
