import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Part as ContentPart } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { type RecordedTokens, plusAny, recordedTokens } from '../../importing/transcript/transcript.ts';
import { callOf } from './calls.ts';
import { Message, Part, type SpentTokens } from './format.ts';
import { noteReasoning, noteUnreadMessage, noteUnreadPart } from '../../importing/notes.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** One request to the model, from `step-start` to `step-finish`. */
interface AnswerStep {
  readonly parts: ContentPart[];
  readonly calls: RequestedCall[];
  isReasoning: boolean;
  ended: string | undefined;
  tokens: RecordedTokens | undefined;
  readonly place: Path;
}

export function readMessage(placed: Placed, report: ImportReport): readonly NormalizedMessage[] {
  const { value, place } = placed;
  const parsed = v.safeParse(Message, value);
  if (!parsed.success) {
    noteUnreadMessage(placed.place, report);
    return [];
  }
  const { info } = parsed.output;
  const [created, completed] = [info.time?.created, info.time?.completed];
  const at = readInstant(created === undefined ? undefined : created / 1000, [...place, 'info'], report);
  const steps = stepsOf(parsed.output, place, report);
  if (info.role === 'user') {
    const parts = steps.flatMap((step) => step.parts);
    // The program wrote all of it.
    return parts.length === 0 && parsed.output.parts.length > 0 ? [] : [{ role: 'user', parts, at, place }];
  }
  const model = info.modelID;
  const failure = info.error?.data?.message ?? info.error?.name;
  if (failure !== undefined) noteFailure(failure, [...place, 'info', 'error'], report);
  const placeholder = failure === undefined ? undefined : `[${failure}]`;
  const tookMs = steps.length > 1 || created === undefined || completed === undefined ? undefined : completed - created;
  const isCounted = steps.some(({ tokens }) => tokens !== undefined);
  return steps.map((step, index) => ({
    role: 'assistant',
    ...step,
    tokens: isCounted || index < steps.length - 1 ? step.tokens : tokensOf(info.tokens),
    placeholder,
    model,
    at,
    tookMs,
  }));
}

const noteFailure = (failure: string, place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'opencode/failed',
    place,
    (n) => `${counted(n, 'answer')} of the model failed, the first with “${failure.slice(0, 200)}”.`,
  );

function stepsOf({ parts }: Message, place: Path, report: ImportReport): readonly AnswerStep[] {
  const first: AnswerStep = { parts: [], calls: [], isReasoning: false, ended: undefined, tokens: undefined, place };
  const steps: AnswerStep[] = [first];
  let hasBegun = false;
  parts.forEach((value, index) => {
    const where = [...place, 'parts', index];
    const part = v.safeParse(Part, value);
    if (!part.success) return noteUnreadPart(where, report);
    if (part.output.type === 'step-start') {
      if (hasBegun)
        steps.push({ parts: [], calls: [], isReasoning: false, ended: undefined, tokens: undefined, place: where });
      hasBegun = true;
      return;
    }
    // Text after calls is the model's next answer, even without a separator.
    if (part.output.type === 'text' && (steps.at(-1)?.calls.length ?? 0) > 0) {
      steps.push({ parts: [], calls: [], isReasoning: false, ended: undefined, tokens: undefined, place: where });
    }
    addPart(part.output, where, steps.at(-1) ?? first, report);
  });
  return steps;
}

function addPart(part: Part, place: Path, step: AnswerStep, report: ImportReport): void {
  const { type, text = '', synthetic, mime, url, filename } = part;
  switch (type) {
    case 'text':
      if (synthetic === true) return noteSynthetic(place, report);
      if (text !== '') step.parts.push({ mimeType: 'text/plain', text });
      return;
    case 'reasoning':
      step.isReasoning = true;
      return noteReasoning(place, report);
    case 'tool':
      step.calls.push(callOf(part, place, report));
      return;
    case 'file':
      step.parts.push({ mimeType: mime ?? 'application/octet-stream', file: url ?? filename ?? '' });
      return;
    case 'step-finish':
      step.ended = part.reason;
      step.tokens = tokensOf(part.tokens);
      return;
    default:
      report.note(
        'info',
        'opencode/program',
        place,
        (n) => `${counted(n, 'part')} about the program itself (snapshots, patches, retries, compaction): no turns.`,
      );
  }
}

const noteSynthetic = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'opencode/injected',
    place,
    (n) => `${counted(n, 'text')} that the program wrote for the model: not said by anybody.`,
  );

/** Tokens read from a cache or written to it are part of the prompt; thoughts are counted separately. */
function tokensOf(tokens: SpentTokens | undefined): RecordedTokens | undefined {
  const prompt = plusAny(tokens?.input, tokens?.cache?.read, tokens?.cache?.write);
  const completion = plusAny(tokens?.output, tokens?.reasoning);
  // All zero: the model never answered.
  return (prompt ?? 0) + (completion ?? 0) === 0 ? undefined : recordedTokens(prompt, completion);
}
