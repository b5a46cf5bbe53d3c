import * as v from 'valibot';
import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { SpentTokens } from '../../systems/voice/event.ts';
import { paramsOf, when } from '../../importing/voice/call-log.ts';
import type { CallLog } from '../../importing/voice/call-log.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { ChatMessage, says, spokenIn, ToolCall } from './format.ts';
import type { LogRecord } from './format.ts';

/** A call that was made and that no printed chat shows yet. */
interface Made {
  readonly id: string | undefined;
  readonly tool: string;
  readonly params: RecordValue;
  readonly at: string | undefined;
  readonly place: Path;
}

/** The chat that a record prints, if it does. */
export function chatIn({ message, value }: LogRecord): readonly Value[] | undefined {
  if (!says.chat.test(message) || !Array.isArray(value)) return undefined;
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  return (isBracketed(value) ? value[0] : value) as readonly Value[];
}

/** Some versions print brackets around the list. */
const isBracketed = (value: Value | undefined): boolean =>
  Array.isArray(value) && value.length === 1 && Array.isArray(value[0]);

/** What stands for the result of a call that goes on, and of one that an interruption ended. */
const inProgress = 'IN_PROGRESS';
const cancelled = 'CANCELLED';

/** The chat holds a result in the place of the remark that its call goes on. */
function isResultOf(now: Value, before: Value): boolean {
  const [result, remark] = [v.safeParse(ChatMessage, now), v.safeParse(ChatMessage, before)];
  if (!result.success || !remark.success) return false;
  const { role, content, tool_call_id: id } = remark.output;
  return role === 'tool' && id !== undefined && id === result.output.tool_call_id && content === inProgress;
}

/** Reads a log in which the chat is printed before every model call: each time, what is new in it. */
export class ChatLog {
  readonly #log: CallLog;
  readonly #report: ImportReport;
  #known: readonly Value[] = [];
  #made: readonly Made[] = [];
  /** Of a response that the next chat will show. */
  #tokens: SpentTokens | undefined;
  /** What was spoken since the latest chat: the next one tells it again, unless the log ends before. */
  #spoken: { readonly texts: readonly string[]; readonly at: string | undefined; readonly place: Path } | undefined;

  constructor(log: CallLog, report: ImportReport) {
    this.#log = log;
    this.#report = report;
  }

  /** False for a record that says nothing about the conversation. */
  read(record: LogRecord, at: string | undefined, place: Path): boolean {
    const chat = chatIn(record);
    const calls = says.calls.exec(record.message);
    const tokens = says.tokens.exec(record.message);
    const spoken = spokenIn(record.message);
    if (chat !== undefined)
      this.#chat(chat, at, isBracketed(record.value) ? [...place, 'value', 0] : [...place, 'value']);
    else if (spoken !== undefined) {
      const { texts, ...begun } = this.#spoken ?? { texts: [], at, place };
      this.#spoken = { ...begun, texts: [...texts, spoken] };
    } else if (calls?.[1] !== undefined) {
      const params = paramsOf(record.value, place, this.#report);
      this.#made = [...this.#made, { id: calls[2], tool: calls[1], params, at, place }];
    } else if (tokens !== null) this.#tokens = { prompt: Number(tokens[1]), completion: Number(tokens[2]) };
    else return false;
    return true;
  }

  /** What no chat came to show was the last thing that happened. */
  end(): void {
    if (this.#spoken !== undefined) {
      const { texts, at, place } = this.#spoken;
      const spent = this.#tokens === undefined ? {} : { tokens: this.#tokens };
      const text = texts.map((part) => part.trim()).join(' ');
      this.#log.add({ type: 'agent-spoke', ...when(at), text, ...spent }, place);
    }
    for (const call of this.#made) this.#log.called(call);
    this.#made = [];
  }

  #chat(chat: readonly Value[], at: string | undefined, place: Path): void {
    let same = 0;
    while (same < chat.length && same < this.#known.length) {
      const [now, before] = [chat[same] ?? null, this.#known[same] ?? null];
      if (!isSame(now, before)) {
        if (!isResultOf(now, before)) break;
        this.#message(now, undefined, [...place, same]);
      }
      same++;
    }
    if (same < this.#known.length) {
      this.#report.note(
        'assumed',
        'pipecat/rewritten',
        place,
        (n) =>
          `${counted(n, 'chat')} changed what had been sent before: what is new in it is shown after what it replaced.`,
      );
    }
    this.#known = chat;
    this.#spoken = undefined;
    chat.slice(same).forEach((value, index) => {
      const isLast = same + index === chat.length - 1;
      this.#message(value, isLast ? at : undefined, [...place, same + index]);
    });
  }

  #message(value: Value, at: string | undefined, place: Path): void {
    const parsed = v.safeParse(ChatMessage, value);
    if (!parsed.success) {
      this.#report.note('lost', 'import/message', place, (n) => `${counted(n, 'message')} could not be read.`);
      return;
    }
    const message = parsed.output;
    const text = textOf(readContent(message.content, [...place, 'content'], this.#report));
    switch (message.role) {
      case 'user':
        return this.#log.add({ type: 'user-spoke', ...when(at), text }, place);
      case 'assistant':
        return this.#assistant(message, text, at, place);
      case 'tool': {
        if (text === inProgress) return;
        const end = { id: message.tool_call_id, tool: undefined, at: undefined, place };
        if (text === cancelled) return this.#log.returned({ ...end, outcome: 'error', error: cancelled });
        return this.#log.returned({ ...end, outcome: 'ok', output: text });
      }
      default:
        return this.#report.note(
          'info',
          'import/system-message',
          place,
          () => 'The system message is not a turn; it is left out.',
        );
    }
  }

  #assistant({ tool_calls = [] }: ChatMessage, text: string, at: string | undefined, place: Path): void {
    const tokens = this.#tokens;
    this.#tokens = undefined;
    const calls = tool_calls.flatMap((value, index) => this.#call(value, [...place, 'tool_calls', index]));
    const planned = calls.map(({ tool }) => tool);
    const spent = tokens === undefined ? {} : { tokens };
    if (text !== '') this.#log.add({ type: 'agent-spoke', ...when(at), text, ...spent }, place);
    if (planned.length > 0) {
      this.#log.add({ type: 'model-called', ...when(at), planned, ...(text === '' && spent) }, place);
    }
    for (const call of calls) this.#log.called(call);
  }

  #call(value: Value, place: Path): readonly Made[] {
    const parsed = v.safeParse(ToolCall, value);
    if (!parsed.success) {
      this.#report.note('lost', 'import/call', place, (n) => `${counted(n, 'call')} could not be read.`);
      return [];
    }
    const { id, function: fn } = parsed.output;
    const params = paramsOf(openArguments(fn.arguments, place, this.#report), place, this.#report);
    // The log said so when it was made: it is the same call, and now has a time.
    const made = this.#made.find((one) => one.tool === fn.name && isSame(one.params, params));
    this.#made = this.#made.filter((one) => one !== made);
    return [{ id, tool: fn.name, params, at: made?.at, place }];
  }
}
