import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readAnyMessage, tokensOf } from '../../importing/messages/any-message.ts';
import { readContent, type Part as ContentPart } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { Part, UiMessage } from './format.ts';
import { invocationIn } from './invocations.ts';
import { partsOf } from './shapes.ts';
import { noteReasoning, noteUnreadCall, noteUnreadMessage } from '../../importing/notes.ts';
import type { Placed } from '../../importing/values/elements.ts';

export function readModelMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const message = readAnyMessage(placed.value, placed.place, report);
  if (message !== undefined) return [message];
  noteUnreadMessage(placed.place, report);
  return [];
}

export function readUiMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const parsed = v.safeParse(UiMessage, value);
  if (!parsed.success) {
    noteUnreadMessage(placed.place, report);
    return [];
  }
  const message = parsed.output;
  const at = readInstant(message.createdAt, [...place, 'createdAt'], report);
  const steps = stepsOf(message, place, report);
  if (message.role !== 'assistant') {
    return [{ role: message.role, parts: steps.flatMap(({ parts }) => parts), at, place }];
  }
  const { metadata } = message;
  const tokens = tokensOf(metadata?.totalUsage) ?? tokensOf(metadata?.usage);
  if (tokens !== undefined && steps.length > 1) noteSummed(place, report);
  return steps.map((step, index) => ({
    role: 'assistant',
    ...step,
    at,
    model: metadata?.model,
    tokens: index === steps.length - 1 ? tokens : undefined,
  }));
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
function stepsOf(message: UiMessage, place: Path, report: ImportReport): readonly Step[] {
  const [parts, where] = partsOf(message);
  const first: Step = { parts: [], calls: [], isReasoning: false, place, alsoAt: [] };
  const steps: Step[] = [first];
  if (parts === undefined) readWithoutParts(message, place, first, report);
  (parts ?? []).forEach((value, index) => {
    const at = [...place, ...where, index];
    const part = v.safeParse(Part, value);
    const type = part.success ? part.output.type : '';
    let step = steps.at(-1) ?? first;
    // A new step, or text after calls, is the model's next answer.
    const begins = type === 'step-start' ? !isEmpty(step) : type === 'text' && step.calls.length > 0;
    if (begins) steps.push((step = { parts: [], calls: [], isReasoning: false, place: at, alsoAt: [] }));
    if (type === 'text' || type === 'reasoning') step.alsoAt.push(at);
    if (part.success) addPart(part.output, value, at, step, report);
    else step.parts.push(...readContent(value, at, report));
  });
  return steps;
}

const isEmpty = ({ parts, calls, isReasoning }: Step): boolean => parts.length + calls.length === 0 && !isReasoning;

/** Version 4 before it had parts: first the calls, then the text about them. */
function readWithoutParts(
  { content, toolInvocations = [] }: UiMessage,
  place: Path,
  step: Step,
  report: ImportReport,
): void {
  step.parts.push(...readContent(content, [...place, 'content'], report).filter(saysSomething));
  toolInvocations.forEach((value, index) => {
    const call = invocationIn(value, '', [...place, 'toolInvocations', index], report);
    if (call !== undefined) step.calls.push(call);
  });
}

const saysSomething = (part: ContentPart): boolean => part['text'] !== '';

function addPart(part: Part, whole: Value, place: Path, step: Step, report: ImportReport): void {
  const { type, text, url, mediaType, mimeType, data } = part;
  if (type === 'step-start') return;
  if (type === 'text') step.parts.push(...[{ mimeType: 'text/plain', text: text ?? '' }].filter(saysSomething));
  else if (type === 'reasoning') {
    step.isReasoning = true;
    noteReasoning(place, report);
  } else if (type === 'file') {
    const file = url ?? data;
    step.parts.push({
      mimeType: mediaType ?? mimeType ?? 'application/octet-stream',
      ...(file !== undefined && { file }),
    });
  } else if (type === 'tool-invocation' || type === 'dynamic-tool' || type.startsWith('tool-')) {
    const isNested = type === 'tool-invocation' && part.toolInvocation !== undefined;
    const where = isNested ? [...place, 'toolInvocation'] : place;
    const call = invocationIn((isNested ? part.toolInvocation : whole) ?? null, isNested ? '' : type, where, report);
    if (call === undefined) noteUnreadCall(place, report);
    else step.calls.push(call);
  } else noteBeside(place, report);
}

const noteBeside = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'ai-sdk/page-part',
    place,
    (n) => `${counted(n, 'part')} for the page (sources, data for its components): left out of what was said.`,
  );

export const noteSummed = (place: Path, report: ImportReport): void =>
  report.note(
    'assumed',
    'ai-sdk/usage-of-message',
    place,
    (n) => `${counted(n, 'message')} of several steps with one token count: the last step has it.`,
  );
