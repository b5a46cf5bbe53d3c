import type { ChatReading, MessageReading } from '../../importing/describing/chat-reading.ts';
import { counted, info } from '../../importing/import-report.ts';
import { noteCallNotRecorded } from '../../importing/transcript/call-matcher-notes.ts';
import { answersOf, callsIn, callsOfResults, promptOf, resultOf, saidIn, tokensIn, tokensOf } from './page.ts';
import { isStream, iterationsOf, streamMessages } from './stream.ts';
import { readResult, tagReader } from './tags.ts';
import { countAt, textAt } from '../../importing/values/where.ts';
import type { Value } from '../../model/value.ts';

export const reading: ChatReading = {
  messages: () => {
    const readTags = tagReader();
    return [
      {
        shape: { role: 'text', content: 'list' },
        kind: { field: 'role', values: { user: 'input', assistant: 'llm' } },
        time: 'ts',
        model: ['modelInfo.modelId', 'modelInfo.id'],
        // Only newer versions count what is in a cache as part of the input.
        tokens: (message, spot) =>
          tokensOf(
            countAt(message, 'metrics.inputTokens') ?? uncachedAndCached(message),
            countAt(message, ['metrics.outputTokens', 'metrics.tokens.completion']),
            countAt(message, ['metrics.cacheReadTokens', 'metrics.tokens.cached']),
            spot,
          ),
        items: {
          list: 'content',
          kind: {
            field: 'type',
            values: {
              text: 'text',
              tool_use: 'call',
              tool_result: 'result',
              thinking: 'reasoning',
              reasoning: 'reasoning',
            },
            otherwise: 'content',
          },
          calls: { id: 'id', name: 'name', arguments: 'input' },
          results: { id: 'tool_use_id', content: 'content', flag: 'is_error', outcome: readResult },
        },
        finish: (message, _, { place, report }) => {
          const read = readTags(message, report);
          if (read !== message) report.note('info', 'cline/tags', [...place, 'content'], tagsRead);
          return [read];
        },
      },
      {
        shape: { say: ['api_req_started'] },
        kind: () => 'llm',
        parts: (_, { more }) => more.flatMap(({ value }) => saidIn(value)),
        tokens: tokensIn,
        model: 'modelInfo.modelId',
        time: 'ts',
        finish: (message, _, { more, report }) => [
          { ...message, calls: callsIn(more, report), alsoAt: more.map(({ place }) => place) },
        ],
      },
      { shape: { say: ['task', 'text', 'user_feedback'] }, kind: () => 'input', text: 'text', time: 'ts' },
      ...streamMessages,
      resultAlone('say'),
      resultAlone('ask'),
      {
        shape: { ts: 'number' },
        kind: () => 'skip',
        skipped: info(
          'cline/page',
          (n) =>
            `${n} ${n === 1 ? 'entry' : 'entries'} of the page itself (checkpoints, states of a request, errors that it showed, repeated questions): not shown as turns.`,
        ),
      },
    ];
  },
  session: {
    agent: () => 'Cline',
    recording: { session: ['sessionId', '0.sessionId'] },
    model: (_, { found }) => textAt(found.messages[0]?.value, 'modelId'),
    arrange: (messages) => (isStream(messages) ? iterationsOf(messages) : answersOf(messages)),
    notes: ({ messages }, report) => {
      if (!isStream(messages)) return;
      const message = 'The stream contains only the agent’s side: its input is not recorded.';
      report.note('lost', 'cline/no-input', null, () => message);
    },
  },
};

const uncachedAndCached = (message: Value) =>
  promptOf(message, countAt(message, 'metrics.tokens.prompt'), [countAt(message, 'metrics.tokens.cached')]);

/** A result whose call the recording does not have. */
const resultAlone = (field: 'say' | 'ask'): MessageReading => ({
  shape: { [field]: Object.keys(callsOfResults) },
  kind: () => 'call',
  calls: { name: (message) => callsOfResults[textAt(message, field) ?? '']?.name },
  time: 'ts',
  finish: (message, record, { place, report }) => {
    noteCallNotRecorded(place, report);
    const result = resultOf([{ value: record, place }], report);
    return [{ ...message, calls: (message.calls ?? []).map((call) => ({ ...call, result })) }];
  },
});

const tagsRead = (n: number): string =>
  `${counted(n, 'message')} in Cline’s own tags: the task, calls and results were read from them; the state of the editor and the program’s reminders were left out.`;
