import { ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import { valueAt, type Value } from '../../model/value.ts';
import { textOf } from '../../importing/content/content.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { malformed, type Read } from '../../importing/importer.ts';
import {
  addNote,
  notesOf,
  readRecords,
  recordOf,
  recordsIn,
  sessionOf,
  times,
  type JournalFormat,
  type JournalRecord,
  type Meanings,
} from '../../importing/journal/journal.ts';
import { present } from '../../importing/values/present.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import { noteReasoning, noteUnreadMessage } from '../../importing/notes.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { callsIn } from '../../importing/transcript/message-list.ts';
import { plusAny, recordedTokens, type CallResult } from '../../importing/transcript/transcript.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, elementsAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { chatIn } from './chat.ts';

export const read: Read = ({ value }) => {
  const chat = chatIn(value);
  if (chat === undefined) {
    const message =
      'A chat of Gemini CLI begins with “sessionId” and “projectHash”, or is a list of its messages; this is neither.';
    return malformed(message);
  }
  const records = chat.messages.map((line) => recordOf(line.value, line.place));
  return ok({ sessions: [sessionOf(formatOf(chat.header), records)] });
};

const formatOf = (header: Placed | undefined): JournalFormat => ({
  importer: 'gemini-cli',
  agent: 'Gemini CLI',
  untitled: 'Gemini CLI chat',
  titles: (records) =>
    records
      .slice(0, 20)
      .filter(({ kind }) => kind === 'user')
      .map(({ value }) => textOf(readParts(value['content'], [], createImportReport()).parts)),
  read: (records, report) =>
    readRecords(messagesAtEnd(records, report), (matcher) => describe(matcher, report), report),
  about: (_, report) => ({
    startedAt: readInstant(fieldAt(header?.value, 'startTime'), [...(header?.place ?? []), 'startTime'], report),
    recording: present({ session: textAt(header?.value, 'sessionId') }),
  }),
});

const notes = notesOf('gemini-cli', {
  rewritten: [
    'info',
    (n) => `${counted(n, 'message')} recorded again with more content: shown once, as last recorded.`,
  ],
  facts: [
    'info',
    (n) =>
      `${counted(n, 'line')} with facts about the chat, or with what the model was to see from there on: not shown as turns.`,
  ],
  program: [
    'info',
    (n) => `${counted(n, 'message')} of the program to the user (information, warnings, errors), left out.`,
  ],
});

/**
 * The final state of the messages. In the line format, a message is rewritten in full whenever one of its calls makes
 * progress, and `$rewindTo` removes a message with all that follow it. After a compression, `$set` replaces the messages
 * that the model sees. This does not change the conversation, but some messages may occur only there.
 */
function messagesAtEnd(lines: readonly JournalRecord[], report: ImportReport): readonly JournalRecord[] {
  const messages: JournalRecord[] = [];
  const ids: string[] = [];
  const known = new Map<string, number>();
  const add = (message: JournalRecord, isNewer: boolean) => {
    const own = message.kind === '' ? undefined : textAt(message.value, 'id');
    const id = own ?? `at ${message.place.join('.')}`;
    const index = known.get(id);
    if (index === undefined) {
      known.set(id, messages.push(message) - 1);
      ids.push(id);
    } else if (isNewer) {
      messages[index] = message;
      addNote(notes.rewritten, message.place, report);
    }
  };
  for (const line of lines) {
    const rewindTo = textAt(line.value, '$rewindTo');
    const facts = recordAt(line.value, '$set');
    if (facts !== undefined) {
      addNote(notes.facts, line.place, report);
      for (const message of recordsIn(facts['messages'] ?? null, [...line.place, '$set', 'messages']))
        add(message, false);
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

const noteRewound = (messages: number, place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'gemini-cli/rewound',
    place,
    (n) =>
      `The user went back ${times(n)}, the first time by ${counted(messages, 'message')}: what was taken back is left out.`,
  );

function describe(matcher: CallMatcher, report: ImportReport): Meanings {
  const callIn = (call: Value, place: Path): RequestedCall | undefined => {
    const name = textAt(call, 'name');
    if (name === undefined) return undefined;
    const result = outcomeOf(call);
    const at = result && readInstant(fieldAt(call, 'timestamp'), [...place, 'timestamp'], report);
    return { id: textAt(call, 'id'), name, input: valueAt(call, ['args']), place, result: result && { ...result, at } };
  };
  return {
    kinds: {
      user: ({ value, at, place }) =>
        matcher.addInput({ message: readParts(value['content'], [...place, 'content'], report).parts, at, place }),
      gemini({ value, at, place }) {
        const { parts } = readParts(value['content'], [...place, 'content'], report);
        const calls = callsIn(elementsAt(value, 'toolCalls'), [...place, 'toolCalls'], callIn, report);
        const thoughts = elementsAt(value, 'thoughts');
        thoughts.forEach((_, index) => noteReasoning([...place, 'thoughts', index], report));
        const count = (name: string) => countAt(value, `tokens.${name}`);
        matcher.addModelTurn(
          {
            message: textOf(parts).trim() === '' ? [] : parts,
            otherwise: calls.length > 0 ? undefined : thoughts.length > 0 ? '[thinking]' : '[no text]',
            // The input count includes cached tokens; thoughts count as output, and the declared tools as input.
            tokens: recordedTokens(plusAny(count('input'), count('tool')), plusAny(count('output'), count('thoughts'))),
            model: textAt(value, 'model'),
            at,
            place,
          },
          calls,
        );
      },
      '': ({ place }) => noteUnreadMessage(place, report, 'messages'),
    },
    otherwise: notes.program,
  };
}

/**
 * | `status` of a tool call | outcome |
 * | --- | --- |
 * | `success` | successful |
 * | `error` | errored, with `error` or the response's own |
 * | `cancelled` | restricted: the user refused or stopped it |
 * | any other (`awaiting_approval`, `scheduled`, `executing`, …) | no result: the recording ends before it |
 */
function outcomeOf(call: Value): CallResult | undefined {
  const response = responseIn(fieldAt(call, 'result'));
  const failure = textAt(call, 'error') ?? textAt(response, 'error');
  switch (textAt(call, 'status')) {
    case 'success':
      return { outcome: 'ok', output: valueAt(response ?? null, ['output']) ?? response };
    case 'error':
      return {
        outcome: 'error',
        output: undefined,
        reason: failure ?? 'the call failed; the recording does not say why',
      };
    case 'cancelled':
      return { outcome: 'blocked_before', output: undefined, reason: failure ?? 'the user cancelled the call' };
    default:
      return undefined;
  }
}

/** `[{functionResponse: {response}}]`, null if the call never ended. Other parts beside it (for example files) are kept with it. */
function responseIn(result: Value | undefined): Value | undefined {
  const parts = elementsOf(result ?? null);
  const response = parts.length === 1 ? recordAt(parts[0], 'functionResponse') : undefined;
  return response === undefined ? (result ?? undefined) : response['response'];
}
