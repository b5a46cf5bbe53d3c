import type { RecordValue } from '../../model/value.ts';
import type { ChatReading, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textOf } from '../../importing/content/content.ts';
import { lost } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { fieldAt, findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { Answering, partOf } from './answering.ts';
import { callFields, messageReading, withCalls } from './messages.ts';
import { messageOf, resultMessage, noteSharedObservation, noteUnusable } from './outcomes.ts';

export const reading: ChatReading = {
  messages() {
    const answering = new Answering();
    return [messageReading(answering), ...stepReadings(answering), plain(answering), ending(answering)];
  },
  session: {
    title: 'question',
    untitled: 'run of smolagents',
    model: 'model_id',
    startedAt: 'start_time',
    recording: aboutOf,
    totals: {
      prompt: ['token_counts.input_tokens', 'token_usage.input_tokens'],
      completion: ['token_counts.output_tokens', 'token_usage.output_tokens'],
    },
    arrange: (entries, { holder }) => [...withCalls(entries), ...outputOf(holder)],
    notes({ messages }, report) {
      const isTimed = messages.some(({ value }) => recordAt(value, 'timing') !== undefined);
      if (!isTimed) report.note('info', 'import/no-times', null, 'The messages of a run have no times.');
    },
  },
};

/** Facts that a benchmark or a `RunResult` has about the run. */
function aboutOf(run: RecordValue): RecordValue {
  if (run['intermediate_steps'] === undefined) return typeof run['state'] === 'string' ? { state: run['state'] } : {};
  const { intermediate_steps: _steps, question: _question, token_counts: _counts, ...about } = run;
  return about;
}

/** The final output of the run, after its messages: they need not contain it. */
function outputOf({ value, place }: Placed): readonly Placed[] {
  const output = findAt(value, ['answer', 'output']);
  return output === undefined ? [] : [{ value: { output_of_run: output.value }, place: [...place, ...output.path] }];
}

const ending = (answering: Answering): MessageReading => ({
  shape: { output_of_run: 'there' },
  kind: { otherwise: 'llm' },
  finish: ({ place }, { output_of_run: output = null }, { report }) =>
    answering.hasAnswered() ? [] : answering.answered(output, place, report),
});

/** A line of a benchmark without an agent: the model was called alone; its message is the answer of the line. */
const plain = (answering: Answering): MessageReading => ({
  shape: { question: 'text', intermediate_steps: 'text' },
  kind: { otherwise: 'llm' },
  asked: 'question',
  finish(message, { answer = null }, { place, report }) {
    if (message.role === 'user') return [message];
    return answering.generated({ ...message, parts: [partOf(answer)], place: [...place, 'answer'] }, report);
  },
});

const tokens = { prompt: 'token_usage.input_tokens', completion: 'token_usage.output_tokens' };

const stepReadings = (answering: Answering): readonly MessageReading[] => [
  {
    // One answer of the model and its results.
    shape: { step_number: 'number' },
    kind: { otherwise: 'llm' },
    text: 'model_output',
    calls: { list: 'tool_calls', ...callFields },
    time: 'timing.start_time',
    tokens,
    finish: (message, step, spot) => withResults(message, step, spot, answering),
  },
  {
    shape: { task: 'text' },
    kind: { otherwise: 'input' },
    text: 'task',
    finish(message, { task_images: images = null }, { place, report }) {
      if (images !== null) noteImagesLeftOut(place, report);
      return [message];
    },
  },
  { shape: { plan: 'text' }, kind: { otherwise: 'llm' }, text: 'plan', time: 'timing.start_time', tokens },
  { shape: { system_prompt: 'text' }, kind: { otherwise: 'system' } },
  {
    shape: { output: 'there' },
    kind: { otherwise: 'llm' },
    finish: ({ place }, { output = null }, { report }) => answering.answered(output, place, report),
  },
];

function withResults(
  message: NormalizedMessage,
  step: RecordValue,
  spot: Spot,
  answering: Answering,
): readonly NormalizedMessage[] {
  const { place, report } = spot;
  const { calls = [], parts } = message;
  const error = recordAt(step, 'error');
  if (error !== undefined && calls.length === 0) noteUnusable([...place, 'error'], report);
  // If the model only requested calls, its output repeats them in the framework's words.
  const isRepeated = calls.length > 0 && /^(?:Tool call \S+: calling '|Called Tool: ')/.test(textOf(parts));
  const answers = answering.generated(
    {
      ...message,
      parts: isRepeated ? [] : parts,
      ...(error !== undefined && { placeholder: `[${messageOf(error).slice(0, 200)}]` }),
    },
    report,
  );
  const at = readInstant(fieldAt(step, 'timing.end_time'), [...place, 'timing', 'end_time'], report);
  const results = resultsOf(step, answers[0]?.calls ?? [], at, spot);
  const output = step['is_final_answer'] === true ? findAt(step, 'action_output')?.value : undefined;
  const stated = output === undefined ? [] : answering.answered(output, [...place, 'action_output'], report);
  return [...answers, ...results, ...stated];
}

/** One text contains the results of all calls of a step. */
function resultsOf(
  step: RecordValue,
  calls: NonNullable<NormalizedMessage['calls']>,
  at: string | undefined,
  { place, report }: Spot,
): readonly NormalizedMessage[] {
  const last = calls.at(-1);
  if (last === undefined) return [];
  const shown = (key: string, result: CallResult): readonly NormalizedMessage[] => [
    resultMessage({ id: last.id, name: last.name, place: [...place, key] }, { ...result, at }, place),
  ];
  const error = recordAt(step, 'error');
  if (error !== undefined) return shown('error', { outcome: 'error', output: undefined, reason: messageOf(error) });
  const observations = textAt(step, 'observations');
  const output = observations ?? step['action_output'];
  if (output === undefined) return [];
  if (calls.length > 1) noteSharedObservation([...place, 'observations'], report);
  return shown(observations === undefined ? 'action_output' : 'observations', { outcome: 'ok', output });
}

const noteImagesLeftOut = lost('smolagents/images', 'The images of {# task} are left out.');
