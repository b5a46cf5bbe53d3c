import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { counted, assumed } from '../../importing/import-report.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import { paramsOf, type RecordedToolCall, type Said } from '../../importing/voice/call-log.ts';
import { OpenByName } from '../../importing/transcript/open-queue.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';
import type { TimedEntry, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { callIn, chatIn, isBracketed, spokenIn, tokensIn } from './records.ts';

/** The content of a tool message for a call that is still running, and for a call that was interrupted. */
const inProgress = 'IN_PROGRESS';
const cancelled = 'CANCELLED';

/** How many calls of one function are compared with a call in a chat. */
const maxCompared = 200;

/** Whether the chat now contains a result where it contained the placeholder for a running call before. */
function isResultOf(now: Value, before: Value): boolean {
  const id = textAt(before, 'tool_call_id');
  const isPlaceholder = textAt(before, 'role') === 'tool' && textAt(before, 'content') === inProgress;
  return isPlaceholder && id !== undefined && id === textAt(now, 'tool_call_id');
}

const unread = voiceNotes.unread('import/message', 'message');

/** Reads a log that prints the chat before every model call. From each chat, only the new messages are read. */
export function describeChats({ log, report }: VoiceReading): Pick<VoiceLog, 'kinds' | 'atEnd'> {
  let known: readonly Value[] = [];
  /** Calls that were made but are not yet in a printed chat. */
  const made = new Set<RecordedToolCall>();
  const madeByTool = new OpenByName<RecordedToolCall>((call) => made.has(call));
  /** The tokens of a response that the next chat will contain. */
  let tokens: Said['tokens'];
  /** Words spoken since the latest chat. The next chat repeats them, unless the log ends before it. */
  let spoken: { readonly texts: string[]; readonly at: string | undefined; readonly place: Path } | undefined;

  const readChat = (entry: TimedEntry): void => {
    const chat = chatIn(entry.value) ?? [];
    const place = [...entry.place, 'value', ...(isBracketed(entry.value) ? [0] : [])];
    let same = 0;
    while (same < chat.length && same < known.length) {
      const [now, before] = [chat[same] ?? null, known[same] ?? null];
      if (!isSame(now, before)) {
        if (!isResultOf(now, before)) break;
        readMessage(now, undefined, [...place, same]);
      }
      same++;
    }
    if (same < known.length) rewritten(place, report);
    known = chat;
    spoken = undefined;
    chat.slice(same).forEach((message, index) => {
      const isLast = same + index === chat.length - 1;
      readMessage(message, isLast ? entry.at : undefined, [...place, same + index]);
    });
  };

  const readMessage = (message: Value, at: string | undefined, place: Path): void => {
    const role = textAt(message, 'role');
    const text = textOf(readContent(fieldAt(message, 'content'), [...place, 'content'], report));
    switch (role) {
      case 'user':
        return log.said({ by: 'user', text, at, place });
      case 'assistant':
        return readAnswer(message, text, at, place);
      case 'tool': {
        if (text === inProgress) return;
        const end = { id: textAt(message, 'tool_call_id'), tool: undefined, at: undefined, place };
        return log.returned(
          text === cancelled ? { ...end, outcome: 'error', error: text } : { ...end, outcome: 'ok', output: text },
        );
      }
      case 'system':
      case 'developer':
        return voiceNotes.systemMessage(place, report);
      default:
        return unread(place, report);
    }
  };

  const readAnswer = (message: Value, text: string, at: string | undefined, place: Path): void => {
    const spent = tokens;
    tokens = undefined;
    const calls = elementsAt(message, 'tool_calls').flatMap((call, index) => {
      const where = [...place, 'tool_calls', index];
      const tool = textAt(call, 'function.name');
      if (tool !== undefined) return [callOf(call, tool, where)];
      noteUnreadCall(where, report);
      return [];
    });
    if (text !== '') log.said({ by: 'agent', text, at, place, tokens: spent });
    if (calls.length > 0) log.asked(calls, { at, place, tokens: text === '' ? spent : undefined });
  };

  const callOf = (call: Value, tool: string, place: Path): RecordedToolCall => {
    const params = paramsOf(openArguments(fieldAt(call, 'function.arguments'), place, report), place, report);
    // The log also recorded this call, with its time, when it was made.
    const same = madeByTool.earliest(tool, maxCompared).find((one) => isSame(one.params, params));
    if (same !== undefined) made.delete(same);
    return { id: textAt(call, 'id'), tool, params, at: same?.at, place };
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

const rewritten = assumed(
  'pipecat/rewritten',
  (n) => `${counted(n, 'chat')} changed what had been sent before: what is new in it is shown after what it replaced.`,
);
