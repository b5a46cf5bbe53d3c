import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { callsIn, messageIn } from '../../importing/transcript/message-list.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { opened } from '../../importing/values/written-value.ts';
import type { Answering } from './answering.ts';
import { Message, ToolCall } from './format.ts';
import { noteShared, noteUnusable, observedIn } from './outcomes.ts';
import type { Run } from './shapes.ts';
import { withoutHeading } from './task-text.ts';
import { noteSystem } from '../../importing/notes.ts';

interface Placed {
  readonly message: Message;
  readonly text: string;
  readonly place: Path;
}

/** The text of the model and the calls that it requested are in two consecutive messages. */
export function readMessages(run: Run, matcher: CallMatcher, answering: Answering, report: ImportReport): void {
  const messages = placedIn(run, report);
  let awaited: readonly RequestedCall[] = [];
  messages.forEach(({ message, text, place }, index) => {
    const next = messages[index + 1];
    const previous = messages[index - 1];
    switch (message.role) {
      case 'system':
        noteSystem(place, report);
        return;
      case 'user':
        matcher.addInput({ message: [{ mimeType: 'text/plain', text: withoutHeading(text) }], at: undefined, place });
        return;
      case 'assistant':
        // Its calls follow in the next message; both become one turn.
        if (next?.message.role !== 'tool-call') awaited = emit({ text, calls: undefined, place }, answering, report);
        return;
      case 'tool-call': {
        const answer = previous?.message.role === 'assistant' ? previous : undefined;
        const calls = { text, place: [...place, 'content'] };
        awaited = emit({ text: answer?.text ?? '', calls, place: answer?.place ?? place }, answering, report);
        return;
      }
      default:
        awaited = emitResult(text, place, awaited, matcher, answering, report);
    }
  });
}

function placedIn({ entries, place }: Run, report: ImportReport): readonly Placed[] {
  return entries.flatMap((entry, index) => {
    const where = [...place, index];
    const message = messageIn(Message, entry, where, 'intermediate_steps', report);
    if (message === undefined) return [];
    return [{ message, text: textOf(readContent(message.content, [...where, 'content'], report)), place: where }];
  });
}

interface RecordedAnswer {
  readonly text: string;
  /** The message that lists the calls. */
  readonly calls: { readonly text: string; readonly place: Path } | undefined;
  readonly place: Path;
}

/** If the model only requested calls, its message repeats them in the framework's words. */
const callsInWords = /^Tool call \S+: calling '/;

function emit(
  { text, calls, place }: RecordedAnswer,
  answering: Answering,
  report: ImportReport,
): readonly RequestedCall[] {
  const written = calls === undefined ? [] : elementsOf(listIn(calls.text));
  const planned = callsIn(written, calls?.place ?? place, (value) => callIn(value, calls?.place ?? place), report);
  const isSpoken = text.trim() !== '' && !(planned.length > 0 && callsInWords.test(text));
  return answering.generated({
    message: isSpoken ? [{ mimeType: 'text/plain', text }] : [],
    otherwise: '[no text]',
    calls: planned,
    unread: written.length - planned.length,
    tokens: undefined,
    at: undefined,
    place,
  });
}

/** `Calling tools:`, followed by the printed list of calls. */
const listIn = (text: string): Value => opened(text.replace(/^Calling tools:\n/, ''));

export function callIn(value: Value, place: Path): RequestedCall | undefined {
  const call = v.safeParse(ToolCall, value);
  if (!call.success) return undefined;
  const { id, function: called } = call.output;
  const name = called?.name ?? call.output.name;
  const input = called === undefined ? call.output.arguments : called.arguments;
  return name === undefined ? undefined : { id, name, input, place };
}

/** One text contains the results of all calls of a turn. */
function emitResult(
  text: string,
  place: Path,
  awaited: readonly RequestedCall[],
  matcher: CallMatcher,
  answering: Answering,
  report: ImportReport,
): readonly RequestedCall[] {
  const { id, result, copy } = observedIn(text);
  const own = awaited.at(-1);
  if (own === undefined && copy === undefined) {
    if (result.outcome !== 'ok') noteUnusable(place, report);
    else if (!answering.repeats(result.output)) matcher.addResult({ id, name: undefined, place }, result);
    return awaited;
  }
  if (awaited.length > 1) noteShared(place, report);
  const mark = { id: id ?? own?.id, name: own?.name ?? copy?.name, place };
  matcher.addResult(own === undefined ? { ...mark, copy } : mark, result);
  return [];
}
