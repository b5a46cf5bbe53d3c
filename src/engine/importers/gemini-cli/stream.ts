import type { Value } from '../../model/value.ts';
import type { MessageReading } from '../../importing/describing/chat-reading.ts';
import { counted, lost } from '../../importing/import-report.ts';
import { refusedOrStopped } from '../../importing/transcript/call-ends.ts';
import { countAt, fieldAt, fits, numberAt, recordAt, textAt } from '../../importing/values/where.ts';

/**
 * What `--output-format stream-json` prints: an answer comes in pieces, and each call and result is an event.
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/output/types.ts
 */
export const streamMessages: readonly MessageReading[] = [
  { shape: { type: ['message'], role: ['user'] }, kind: () => 'input', text: 'content', time: 'timestamp' },
  {
    shape: { type: ['message', 'tool_use'] },
    kind: () => 'llm',
    parts: ({ content }, { more }) => {
      const pieces = [content, ...more.map(({ value }) => fieldAt(value, 'content'))];
      const text = pieces.filter((piece) => typeof piece === 'string').join('');
      return text === '' ? [] : [{ text }];
    },
    time: 'timestamp',
    finish: (message, value, { place, more }) => {
      const events = [{ value, place }, ...more];
      const calls = events.flatMap((event) => {
        const name = textAt(event.value, 'tool_name');
        if (name === undefined) return [];
        const input = fieldAt(event.value, 'parameters');
        return [{ id: textAt(event.value, 'tool_id'), name, input, place: event.place }];
      });
      return [{ ...message, calls, alsoAt: more.map((event) => event.place) }];
    },
  },
  {
    shape: { type: ['tool_result'] },
    kind: () => 'result',
    results: {
      id: 'tool_id',
      time: 'timestamp',
      outcome: (result) => {
        const failure = textAt(result, 'error.message');
        if (failure === undefined && textAt(result, 'status') !== 'error')
          return { outcome: 'ok', output: fieldAt(result, 'output') };
        return refusedOrStopped(failure ?? 'the call failed, and the reason is not recorded');
      },
    },
  },
];

/** Whether the event is a piece of an answer, which ends with the first result or the next input. */
export const isOfAnswer = (event: Value): boolean =>
  fits(event, { type: ['tool_use'] }) || fits(event, { type: ['message'], role: ['assistant'] });

/** The sums that are beside the answer that `--output-format json` prints. */
export const printedMessage: MessageReading = {
  shape: { response: 'text', stats: 'record' },
  kind: () => 'llm',
  text: 'response',
  finish: (message, value, { place, report }) => {
    noteNoInput(place, report);
    const calls = numberAt(value, 'stats.tools.totalCalls') ?? 0;
    if (calls > 0) noteOnlyCounted(calls)([...place, 'stats'], report);
    return [message];
  },
};

const noteNoInput = lost(
  'gemini-cli/no-input',
  () => 'The output contains only the last answer: its question is not recorded.',
);

const noteOnlyCounted = (calls: number) =>
  lost('gemini-cli/calls', () => `${counted(calls, 'call')} of tools, which the output only counts: left out.`);

/** The total at the end. Tokens of the model's thoughts are in the total only. */
export function totalsOf(end: Value | undefined) {
  const models = recordAt(end, 'stats.models');
  if (models !== undefined && recordAt(end, 'stats.tools') !== undefined) {
    const sum = (name: string) =>
      Object.values(models).reduce<number>((all, one) => all + (countAt(one, `tokens.${name}`) ?? 0), 0);
    const [prompt, total] = [sum('prompt') + sum('tool'), sum('total')];
    return total < prompt ? undefined : { prompt, completion: total - prompt };
  }
  const [prompt, total] = ['stats.input_tokens', 'stats.total_tokens'].map((where) => fieldAt(end ?? null, where));
  return typeof prompt === 'number' && typeof total === 'number' ? { prompt, completion: total - prompt } : undefined;
}
