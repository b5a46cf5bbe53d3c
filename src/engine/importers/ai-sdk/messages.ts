import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readAnyMessage, tokensOf as anyTokensOf } from '../../importing/messages/any-message.ts';
import { readContent, type Part as ContentPart } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport, info, assumed } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { isUiMessage, partsOf } from './shapes.ts';
import { noteReasoning, noteUnreadCall, noteUnreadMessage } from '../../importing/notes.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { type RecordedTokens, type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { textAt, findAt, entriesAt } from '../../importing/values/where.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { openArguments } from '../../importing/values/json-text.ts';

export function readModelMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const message = readAnyMessage(placed.value, placed.place, report);
  if (message !== undefined) return [message];
  noteUnreadMessage(placed.place, report);
  return [];
}

export function readUiMessage({ value: message, place }: Placed, report: ImportReport): readonly NormalizedMessage[] {
  if (!isUiMessage(message)) {
    noteUnreadMessage(place, report);
    return [];
  }
  const at = readInstant(message['createdAt'], [...place, 'createdAt'], report);
  const steps = stepsOf(message, place, report);
  const role = textAt(message, 'role');
  if (role !== 'assistant') {
    return [{ role: role === 'system' ? role : 'user', parts: steps.flatMap(({ parts }) => parts), at, place }];
  }
  const tokens = tokensOf(message, ['metadata.totalUsage', 'metadata.usage']);
  if (tokens !== undefined && steps.length > 1) noteSummed(place, report);
  const model = textAt(message, 'metadata.model');
  return steps.map((step, index) => ({
    role,
    ...step,
    at,
    model,
    tokens: index === steps.length - 1 ? tokens : undefined,
  }));
}

/** The data of a page is any data; often it has the tokens of the answer. */
export function tokensOf(holder: Value | undefined, places: readonly string[]): RecordedTokens | undefined {
  for (const where of places) {
    const tokens = anyTokensOf(findAt(holder, where)?.value);
    if (tokens !== undefined) return tokens;
  }
  return undefined;
}

interface Step {
  readonly parts: ContentPart[];
  readonly calls: RequestedCall[];
  isReasoning: boolean;
  readonly place: Path;
  /** Its consecutive texts. */
  readonly alsoAt: Path[];
}

/** One message of the assistant contains all steps until its answer: each step is a separate request to the model. */
function stepsOf(message: RecordValue, place: Path, report: ImportReport): readonly Step[] {
  const [parts, where] = partsOf(message);
  const first: Step = { parts: [], calls: [], isReasoning: false, place, alsoAt: [] };
  const steps: Step[] = [first];
  if (parts === undefined) readWithoutParts(message, place, first, report);
  (parts ?? []).forEach((value, index) => {
    const at = [...place, ...where, index];
    const type = textAt(value, 'type') ?? '';
    let step = steps.at(-1) ?? first;
    // A new step, or text after calls, is the model's next answer.
    const begins = type === 'step-start' ? !isEmpty(step) : type === 'text' && step.calls.length > 0;
    if (begins) steps.push((step = { parts: [], calls: [], isReasoning: false, place: at, alsoAt: [] }));
    if (type === 'text' || type === 'reasoning') step.alsoAt.push(at);
    if (isRecord(value) && type !== '') addPart(type, value, at, step, report);
    else step.parts.push(...readContent(value, at, report));
  });
  return steps;
}

const isEmpty = ({ parts, calls, isReasoning }: Step): boolean => parts.length + calls.length === 0 && !isReasoning;

/** Version 4 before it had parts: first the calls, then the text about them. */
function readWithoutParts(message: RecordValue, place: Path, step: Step, report: ImportReport): void {
  step.parts.push(...readContent(message['content'], [...place, 'content'], report).filter(saysSomething));
  for (const { value, place: where } of entriesAt({ value: message, place }, 'toolInvocations'))
    if (isRecord(value)) step.calls.push(invocationIn(value, '', where, report));
}

const saysSomething = (part: ContentPart): boolean => part['text'] !== '';

function addPart(type: string, part: RecordValue, place: Path, step: Step, report: ImportReport): void {
  if (type === 'step-start') return;
  if (type === 'text') {
    const said = { mimeType: 'text/plain', text: textAt(part, 'text') ?? '' };
    step.parts.push(...[said].filter(saysSomething));
  } else if (type === 'reasoning') {
    step.isReasoning = true;
    noteReasoning(place, report);
  } else if (type === 'file') {
    const file = textAt(part, 'url') ?? findAt(part, 'data')?.value;
    const mimeType = textAt(part, ['mediaType', 'mimeType']) ?? 'application/octet-stream';
    step.parts.push({ mimeType, ...(file !== undefined && { file }) });
  } else if (type === 'tool-invocation' || type === 'dynamic-tool' || type.startsWith('tool-')) {
    const inner = type === 'tool-invocation' ? part['toolInvocation'] : undefined;
    if (inner === undefined) step.calls.push(invocationIn(part, type, place, report));
    else if (isRecord(inner)) step.calls.push(invocationIn(inner, '', [...place, 'toolInvocation'], report));
    else noteUnreadCall(place, report);
  } else noteBeside(place, report);
}

/** A call with its result: a separate part since version 5, under `toolInvocation` before. */
function invocationIn(part: RecordValue, type: string, place: Path, report: ImportReport): RequestedCall {
  const name = textAt(part, 'toolName') ?? (type.startsWith('tool-') ? type.slice('tool-'.length) : 'unknown');
  const input = openArguments(part['input'] ?? part['args'], place, report);
  return { id: textAt(part, 'toolCallId'), name, input, place, result: resultOf(part, place, report) };
}

/**
 * | `state` of a call | outcome |
 * | --- | --- |
 * | `output-available`, `result` | successful |
 * | `output-error` | errored, with its `errorText` |
 * | `output-denied`, or `approval-responded` that does not approve | restricted, with the reason given |
 * | `approval-requested` | pending: it waits |
 * | any other | no result |
 */
function resultOf(part: RecordValue, place: Path, report: ImportReport): CallResult | undefined {
  const state = textAt(part, 'state');
  switch (state) {
    case 'output-available':
    case 'result': {
      const key = state === 'result' ? 'result' : 'output';
      return outcomeOf(part[key], false, [...place, key], report);
    }
    case 'output-error': {
      const reason = textAt(part, 'errorText') ?? 'the recording says that it failed, not why';
      return { outcome: 'error', output: undefined, reason };
    }
    case 'approval-requested':
      return waiting('waits for the user’s approval');
    case 'output-denied':
    case 'approval-responded': {
      if (state === 'approval-responded' && findAt(part, 'approval.approved')?.value !== false) return undefined;
      const reason = textAt(part, 'approval.reason') ?? 'the user did not approve';
      return { outcome: 'blocked_before', output: undefined, reason };
    }
    default:
      return undefined;
  }
}

const noteBeside = info(
  'ai-sdk/page-part',
  (n) => `${counted(n, 'part')} for the page (sources, data for its components): left out of what was said.`,
);

export const noteSummed = assumed(
  'ai-sdk/usage-of-message',
  (n) => `${counted(n, 'message')} of several steps with one token count: the last step has it.`,
);
