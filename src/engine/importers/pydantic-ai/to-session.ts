import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { noteReasoning } from '../../importing/messages/reasoning.ts';
import { readContent, textOf } from '../../importing/messages/content.ts';
import type { Part as ContentPart } from '../../importing/messages/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher, RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { Part, partKinds } from './format.ts';
import type { Message } from './format.ts';
import { resultOf } from './outcomes.ts';
import type { History, PlacedMessage } from './shapes.ts';
import { tokensTold } from '../../importing/values/tokens.ts';

type TypeName = Document['typeName'];

export function titleOf({ messages }: History, typeName: TypeName): string {
  for (const { message, place } of messages.slice(0, 20)) {
    for (const { part, kind } of partsOf(message, place, typeName)) {
      const words = kind === 'user-prompt' ? textOf(readContent(part.content, [], createImportReport())) : '';
      if (words.trim() !== '') return shortTitle(words);
    }
  }
  return 'messages of Pydantic AI';
}

export function toSession(history: History, typeName: TypeName): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  for (const message of history.messages) {
    if (message.kind === 'request') emitRequest(message, typeName, matcher, report);
    else emitResponse(message, typeName, matcher, report);
  }
  const [other] = history.others;
  if (other !== undefined) {
    report.note(
      'lost',
      'pydantic-ai/other-values',
      [other],
      () => `${counted(history.others.length, 'entry', 'entries')} that are no message: left out.`,
    );
  }
  const model = history.messages.find(({ message }) => message.model_name !== undefined)?.message.model_name;
  return toTaskSession(
    {
      title: titleOf(history, typeName),
      importer: 'pydantic-ai',
      model,
      declared: [],
      recording: {},
      entries: matcher.entries(),
    },
    report,
  );
}

interface PlacedPart {
  readonly part: Part;
  readonly kind: string;
  readonly place: Path;
}

function partsOf({ parts }: Message, place: Path, typeName: TypeName): readonly PlacedPart[] {
  return parts.map((value, index) => {
    const parsed = v.safeParse(Part, value);
    const where = [...place, 'parts', index];
    if (!parsed.success || !isRecord(value)) return { part: emptyPart, kind: '', place: where };
    return {
      part: parsed.output,
      kind: parsed.output.part_kind ?? partKinds[typeName(value) ?? ''] ?? '',
      place: where,
    };
  });
}

const emptyPart: Part = v.parse(Part, {});

/** What the model was sent: instructions, what the user said, and what came of its calls. */
function emitRequest(
  { message, place }: PlacedMessage,
  typeName: TypeName,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const said: ContentPart[] = [];
  let at: string | undefined;
  let where: Path | undefined;
  for (const one of partsOf(message, place, typeName)) {
    const { part, kind } = one;
    const own = readInstant(timeIn(part.timestamp), [...one.place, 'timestamp'], report);
    switch (kind) {
      case 'system-prompt':
        noteSystem(one.place, report);
        break;
      case 'user-prompt':
        said.push(...readContent(part.content, [...one.place, 'content'], report));
        at ??= own;
        where ??= one.place;
        break;
      case 'tool-return':
      case 'retry-prompt':
        emitResult(one, own, matcher, report);
        break;
      default:
        noteUnknown(one.place, report);
    }
  }
  if (where !== undefined) matcher.addInput({ message: said, at, place: where });
}

/** An elided time (`datetime.datetime(...)`) is no time. */
const timeIn = (value: Value | undefined): Value | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function emitResult(
  { part, kind, place }: PlacedPart,
  at: string | undefined,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  // Without a tool, the framework asks for another answer: nobody called anything.
  if (kind === 'retry-prompt' && part.tool_name === undefined) {
    const message = readContent(part.content, [...place, 'content'], report);
    report.note(
      'assumed',
      'pydantic-ai/retry',
      place,
      (n) => `${counted(n, 'request')} of the framework for a better answer, without a tool: shown as an input.`,
    );
    matcher.addInput({ message, at, place });
    return;
  }
  const mark = { id: part.tool_call_id, name: part.tool_name, place };
  matcher.addResult(mark, { ...resultOf(part, kind, part.content), at });
}

function emitResponse(
  { message, place }: PlacedMessage,
  typeName: TypeName,
  matcher: CallMatcher,
  report: ImportReport,
): void {
  const said: ContentPart[] = [];
  const calls: RequestedCall[] = [];
  const returns: PlacedPart[] = [];
  let isReasoning = false;
  for (const one of partsOf(message, place, typeName)) {
    switch (one.kind) {
      case 'text':
      case 'file':
        said.push(
          ...readContent(one.part.content, [...one.place, 'content'], report).filter(({ text }) => text !== ''),
        );
        break;
      case 'thinking':
        isReasoning = true;
        noteReasoning(one.place, report);
        break;
      case 'tool-call':
      case 'builtin-tool-call':
        calls.push(callOf(one, report));
        break;
      case 'builtin-tool-return':
        returns.push(one);
        break;
      default:
        noteUnknown(one.place, report);
    }
  }
  const at = readInstant(timeIn(message.timestamp), [...place, 'timestamp'], report);
  const isSilent = said.length + calls.length === 0;
  const otherwise = isSilent ? (isReasoning ? '[reasoning]' : '[no text]') : undefined;
  const { model_name: model, finish_reason: ended } = message;
  matcher.addModelTurn({ message: said, otherwise, ended, tokens: tokensIn(message), model, at, place }, calls);
  for (const one of returns) emitResult(one, at, matcher, report);
}

/** Version 0.0.x wraps what the model wrote: `ArgsJson(args_json='…')`, `ArgsDict(args_dict={…})`. */
function callOf({ part, place }: PlacedPart, report: ImportReport): RequestedCall {
  const { args } = part;
  const wrapped = args !== undefined && isRecord(args) ? (args['args_json'] ?? args['args_dict']) : undefined;
  const input = openArguments(wrapped ?? args, [...place, 'args'], report);
  return { id: part.tool_call_id, name: part.tool_name ?? '', input, place };
}

function tokensIn({ usage }: Message): RecordedTokens | undefined {
  const prompt = countIn(usage?.['input_tokens'] ?? usage?.['request_tokens']);
  const completion = countIn(usage?.['output_tokens'] ?? usage?.['response_tokens']);
  return tokensTold(prompt, completion);
}

const noteUnknown = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'pydantic-ai/part',
    place,
    (n) => `${counted(n, 'part')} of a kind that is not known here, or cut off: left out.`,
  );
