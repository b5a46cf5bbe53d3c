import type { Path } from '../../model/path.ts';
import { isList, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { textOf } from '../../importing/content/content.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import { counted, createImportReport, info, type ImportReport } from '../../importing/import-report.ts';
import { times } from '../../importing/journal/journal.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { refusedOrStopped } from '../../importing/transcript/call-ends.ts';
import { plusAny, recordedTokens, type CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf, joinedEntries, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, entriesAt, fieldAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { isOfAnswer, printedMessage, streamMessages, totalsOf } from './stream.ts';

export const reading: ChatReading = {
  messages: [
    ...streamMessages,
    printedMessage,
    {
      shape: { type: ['user'] },
      kind: () => 'input',
      parts: partsIn,
      time: 'timestamp',
      finish(message, value, { place, report }) {
        if (areResponses(value)) return [];
        if (!byProgram.test(textOf(message.parts))) return [message];
        noteByProgram(place, report);
        return [];
      },
    },
    {
      shape: { type: ['gemini'] },
      kind: () => 'llm',
      parts: partsIn,
      calls: { list: 'toolCalls', id: 'id', name: 'name', arguments: 'args' },
      results: { list: 'toolCalls', outcome: outcomeOf },
      time: 'timestamp',
      model: 'model',
      tokens(message) {
        const count = (name: string) => countAt(message, `tokens.${name}`);
        // The input count includes cached tokens; thoughts count as output, and the declared tools as input.
        return recordedTokens(
          plusAny(count('input'), count('tool')),
          plusAny(count('output'), count('thoughts')),
          count('cached'),
        );
      },
      finish(message, value, { place, report }) {
        const thoughts = entriesAt({ value, place }, 'thoughts');
        for (const thought of thoughts) noteReasoning(thought.place, report);
        const parts = textOf(message.parts).trim() === '' ? [] : message.parts;
        return [{ ...message, parts, placeholder: thoughts.length > 0 ? '[thinking]' : undefined }];
      },
    },
    {
      shape: { type: 'text' },
      kind: () => 'skip',
      skipped: info(
        'gemini-cli/program',
        (n) => `${counted(n, 'message')} of the program to the user (information, warnings, errors), left out.`,
      ),
    },
  ],
  session: {
    untitled: 'Gemini CLI chat',
    agent: () => 'Gemini CLI',
    startedAt: ['startTime', 'timestamp'],
    model: 'model',
    recording: { session: ['sessionId', 'session_id'] },
    arrange: (lines) =>
      joinedEntries(messagesAtEnd(lines, createImportReport()), (last, { value }) => [last, value].every(isOfAnswer)),
    totals: ({ messages }) =>
      totalsOf(
        messages.findLast(({ value }) => fits(value, { type: ['result'] }) || fits(value, { stats: 'record' }))?.value,
      ),
    notes: ({ messages }, report) => void messagesAtEnd(messages, report),
  },
};

/** Newer versions record what the model was sent for its calls, too; each call has its own response. */
const areResponses = ({ content = null }: RecordValue): boolean =>
  isList(content) && [...content].every((part) => recordAt(part, 'functionResponse') !== undefined);

/** What Gemini CLI writes in the user's place: its surroundings, words of a hook, and the summary of what was compressed. */
const byProgram = /^\s*<(?:session_context|hook_context|state_snapshot)>/;

const noteByProgram = info(
  'gemini-cli/by-program',
  (n) => `${counted(n, 'message')} that the program wrote for the model in the user’s place: not an input.`,
);

function partsIn({ content }: RecordValue, { place, report }: Spot) {
  return readParts(content, [...place, 'content'], report).parts;
}

const noteRewritten = info(
  'gemini-cli/rewritten',
  (n) => `${counted(n, 'message')} recorded again with more content: only the last version is shown.`,
);

const noteFacts = info(
  'gemini-cli/facts',
  (n) => `${counted(n, 'line')} with facts about the chat, or with a new context for the model: not shown as turns.`,
);

const noteRewound = (messages: number, place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'gemini-cli/rewound',
    place,
    (n) =>
      `The user went back ${times(n)}, the first time by ${counted(messages, 'message')}: the reverted part is left out.`,
  );

/**
 * The final state of the messages. In the line format, a message is rewritten in full whenever one of its calls makes
 * progress, and `$rewindTo` removes a message with all that follow it. After a compression, `$set` replaces the messages
 * that the model sees. This does not change the conversation, but some messages may occur only there.
 */
function messagesAtEnd(lines: readonly Placed[], report: ImportReport): readonly Placed[] {
  const messages: Placed[] = [];
  const ids: string[] = [];
  const known = new Map<string, number>();
  const add = (message: Placed, isNewer: boolean) => {
    const own = fits(message.value, { type: 'text' }) ? textAt(message.value, 'id') : undefined;
    const id = own ?? `at ${message.place.join('.')}`;
    const index = known.get(id);
    if (index === undefined) {
      known.set(id, messages.push(message) - 1);
      ids.push(id);
    } else if (isNewer) {
      messages[index] = message;
      noteRewritten(message.place, report);
    }
  };
  for (const line of lines) {
    const rewindTo = textAt(line.value, '$rewindTo');
    if (recordAt(line.value, '$set') !== undefined) {
      noteFacts(line.place, report);
      for (const message of entriesAt(line, '$set.messages'))
        if (!isAcknowledgement(message.value)) add(message, false);
    } else if (rewindTo === undefined) add(line, true);
    else {
      // Gemini CLI reads its own file this way: an unknown message id removes all messages.
      const from = known.get(rewindTo) ?? 0;
      noteRewound(messages.length - from, line.place, report);
      messages.length = from;
      for (const id of ids.splice(from)) known.delete(id);
    }
  }
  return messages;
}

/** After a compression, the program answers its own summary in the model's place. */
const isAcknowledgement = (message: Value): boolean =>
  fits(message, { type: ['gemini'], model: 'absent', tokens: 'absent', toolCalls: 'absent' });

/**
 * | `status` of a tool call | outcome |
 * | --- | --- |
 * | `success` | successful |
 * | `error` with Gemini CLI's own sentence that a policy denied the call | restricted |
 * | any other `error` | errored, with `error` or the response's own |
 * | `cancelled` with its own sentence that the user denied the call, or cancelled those that waited | restricted |
 * | any other `cancelled` | errored: it was stopped, and may have begun |
 * | any other (`awaiting_approval`, `scheduled`, `executing`, …) | no result: the recording ends before it |
 */
function outcomeOf(call: RecordValue, { place, report }: Spot): CallResult | undefined {
  const ended = endOf(call);
  return ended && { ...ended, at: readInstant(call['timestamp'], [...place, 'timestamp'], report) };
}

function endOf(call: RecordValue): CallResult | undefined {
  const response = responseIn(fieldAt(call, 'result'));
  const failure = textAt(call, 'error') ?? textAt(response, 'error');
  const status = textAt(call, 'status');
  switch (status) {
    case 'success':
      return { outcome: 'ok', output: valueAt(response ?? null, ['output']) ?? response };
    case 'error':
    case 'cancelled':
      return refusedOrStopped(failure ?? unexplained[status]);
    default:
      return undefined;
  }
}

const unexplained = {
  error: 'the call failed, and the reason is not recorded',
  cancelled: 'the user cancelled the call',
} as const;

/** `[{functionResponse: {response}}]`, null if the call never ended. Other parts beside it (for example files) are kept with it. */
function responseIn(result: Value | undefined): Value | undefined {
  const parts = elementsOf(result ?? null);
  const response = parts.length === 1 ? recordAt(parts[0], 'functionResponse') : undefined;
  return response === undefined ? (result ?? undefined) : response['response'];
}
