import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { notesOf } from '../../importing/import-report.ts';
import { textOf } from '../../importing/content/content.ts';
import { readParts } from '../../importing/messages/any-message-parts.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import { paramsOf, type RecordedToolCall, type Said } from '../../importing/voice/call-log.ts';
import { OpenByName } from '../../importing/transcript/open-queue.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';
import type { TimedEntry, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { contentOf, endOf, isResultOf, piecesOf, resultsIn } from './messages.ts';
import { callIn, chatIn, isBracketed, spokenIn, tokensIn } from './records.ts';

/** How many calls of one function are compared with a call in a chat. */
const maxCompared = 200;

const unread = voiceNotes.unread('import/message', 'message');

/** Reads a log that prints the chat before every model call. From each chat, only the new messages are read. */
export function describeChats({ log, report }: VoiceReading): Pick<VoiceLog, 'kinds' | 'atEnd'> {
  let known: readonly Placed[] = [];
  /** Calls that were made but are not yet in a printed chat. */
  const made = new Set<RecordedToolCall>();
  const madeByTool = new OpenByName<RecordedToolCall>((call) => made.has(call));
  /** The tokens of a response that the next chat will contain. */
  let tokens: Said['tokens'];
  /** Words spoken since the latest chat. The next chat repeats them, unless the log ends before it. */
  let spoken: { readonly texts: string[]; readonly at: string | undefined; readonly place: Path } | undefined;

  const readChat = (entry: TimedEntry): void => {
    const place = [...entry.place, 'value', ...(isBracketed(entry.value) ? [0] : [])];
    const chat = (chatIn(entry.value) ?? []).flatMap((message, index) => piecesOf(message, [...place, index]));
    let same = 0;
    for (const [index, now] of chat.entries()) {
      const before = known[index];
      if (before === undefined) break;
      if (!isSame(now.value, before.value)) {
        if (!isResultOf(now.value, before.value)) break;
        readMessage(now.value, undefined, now.place);
      }
      same++;
    }
    if (same < known.length) notes.rewritten(place, report);
    known = chat;
    spoken = undefined;
    for (const { value, place: where } of chat.slice(same)) {
      readMessage(value, value === chat.at(-1)?.value ? entry.at : undefined, where);
    }
  };

  const readMessage = (message: Value, at: string | undefined, place: Path): void => {
    const role = textAt(message, 'role');
    const returned = resultsIn(message);
    for (const { id, output, error } of returned) {
      const ended = endOf(output);
      if (ended === 'update') notes.update(place, report);
      if (typeof ended === 'string') continue;
      const failure = error ?? ended.error;
      log.returned({
        id: ended.id ?? id,
        tool: undefined,
        ...(failure === undefined ? { outcome: 'ok', output: ended.output } : { outcome: 'error', error: failure }),
        at: undefined,
        place,
      });
    }
    const content = contentOf(message);
    if (returned.length > 0 && (role === 'tool' || typeof content === 'string')) return;
    const { parts, calls } = readParts(content, place, report);
    const text = textOf(parts);
    if (returned.length > 0 && text === '') return;
    switch (role) {
      case 'user':
        return log.said({ by: 'user', text, at, place });
      case 'assistant':
      case 'model':
        return readAnswer(message, { text, calls }, at, place);
      case 'system':
      case 'developer':
        return voiceNotes.systemMessage(place, report);
      default:
        return unread(place, report);
    }
  };

  const readAnswer = (
    message: Value,
    { text, calls: within }: { readonly text: string; readonly calls: readonly RequestedCall[] },
    at: string | undefined,
    place: Path,
  ): void => {
    const spent = tokens;
    tokens = undefined;
    const beside = elementsAt(message, 'tool_calls').flatMap((call, index): readonly RequestedCall[] => {
      const where = [...place, 'tool_calls', index];
      const name = textAt(call, 'function.name');
      const input = openArguments(fieldAt(call, 'function.arguments'), where, report);
      if (name !== undefined) return [{ id: textAt(call, 'id'), name, input, place: where }];
      noteUnreadCall(where, report);
      return [];
    });
    const calls = [...within, ...beside].map(callOf);
    if (text !== '') log.said({ by: 'agent', text, at, place, tokens: spent });
    if (calls.length > 0) log.asked(calls, { at, place, tokens: text === '' ? spent : undefined });
  };

  const callOf = ({ id, name: tool, input, place }: RequestedCall): RecordedToolCall => {
    const params = paramsOf(input, place, report);
    // The log also recorded this call, with its time, when it was made.
    const same = madeByTool.earliest(tool, maxCompared).find((one) => isSame(one.params, params));
    if (same !== undefined) made.delete(same);
    return { id, tool, params, at: same?.at, place };
  };

  return {
    kinds: {
      chat: readChat,
      speaks: ({ value, at, place }) => {
        spoken ??= { texts: [], at, place };
        spoken.texts.push(spokenIn(value) ?? '');
      },
      calls: ({ value, at, place }) => {
        const call = { ...callIn(value), params: paramsOf(fieldAt(value, 'value'), place, report), at, place };
        made.add(call);
        madeByTool.add(call.tool, call);
      },
      tokens: ({ value }) => {
        tokens = tokensIn(value);
      },
    },
    /** Words and calls that no printed chat contains happened after the last chat. */
    atEnd: () => {
      if (spoken !== undefined) {
        const { texts, at, place } = spoken;
        log.said({ by: 'agent', text: texts.map((part) => part.trim()).join(' '), at, place, tokens });
      }
      for (const call of made) log.called(call);
    },
  };
}

const notes = notesOf('pipecat', {
  assumed: {
    rewritten: '{# chat} changed what had been sent before: what is new in it is shown after what it replaced.',
  },
  info: {
    update: '{# message} of a tool about its progress, before its result: left out.',
  },
});
