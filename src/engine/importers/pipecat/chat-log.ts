import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { counted } from '../../importing/import-report.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import { paramsOf, type RecordedToolCall, type Said } from '../../importing/voice/call-log.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/voice/fields.ts';
import type { TimedEntry, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { addNote, assumed, voiceNotes } from '../../importing/voice/voice-notes.ts';
import { callIn, chatIn, isBracketed, spokenIn, tokensIn } from './records.ts';

/** The content in place of the result of a call that goes on, and of one that an interruption ended. */
const inProgress = 'IN_PROGRESS';
const cancelled = 'CANCELLED';

/** The chat holds a result in the place of the remark that its call goes on. */
function isResultOf(now: Value, before: Value): boolean {
  const id = textAt(before, 'tool_call_id');
  const isRemark = textAt(before, 'role') === 'tool' && textAt(before, 'content') === inProgress;
  return isRemark && id !== undefined && id === textAt(now, 'tool_call_id');
}

const unread = voiceNotes.unread('import/message', 'message');

/** Reads a log in which the chat is printed before every model call: each time, what is new in it. */
export function describeChats({ log, report }: VoiceReading): Pick<VoiceLog, 'kinds' | 'atEnd'> {
  let known: readonly Value[] = [];
  /** Calls that were made and that no printed chat shows yet. */
  let made: readonly RecordedToolCall[] = [];
  /** Of a response that the next chat will show. */
  let tokens: Said['tokens'];
  /** What was spoken since the latest chat: the next one repeats it, unless the log ends before. */
  let spoken: { readonly texts: readonly string[]; readonly at: string | undefined; readonly place: Path } | undefined;

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
    if (same < known.length) addNote(rewritten, place, report);
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
        return addNote(voiceNotes.systemMessage, place, report);
      default:
        return addNote(unread, place, report);
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
    // The log recorded the same call when it was made, with the time.
    const same = made.find((one) => one.tool === tool && isSame(one.params, params));
    made = made.filter((one) => one !== same);
    return { id: textAt(call, 'id'), tool, params, at: same?.at, place };
  };

  return {
    kinds: {
      chat: readChat,
      speaks: ({ value, at, place }) => {
        const begun = spoken ?? { texts: [], at, place };
        spoken = { ...begun, texts: [...begun.texts, spokenIn(value) ?? ''] };
      },
      calls: ({ value, at, place }) => {
        made = [...made, { ...callIn(value), params: paramsOf(fieldAt(value, 'value'), place, report), at, place }];
      },
      tokens: ({ value }) => {
        tokens = tokensIn(value);
      },
    },
    /** What no chat came to show was the last thing that happened. */
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
