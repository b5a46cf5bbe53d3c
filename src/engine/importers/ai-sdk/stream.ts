import type { Path } from '../../model/path.ts';
import { failed, outcomeOf } from '../../importing/messages/any-message-parts.ts';
import type { Part } from '../../importing/content/content.ts';
import { counted, type ImportReport, info } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { type CallResult, type RecordedTokens, waiting } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { RecordValue } from '../../model/value.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { findAt, textAt } from '../../importing/values/where.ts';
import { tokensOf } from './messages.ts';
import { deltaKeys, pieceIn } from './shapes.ts';
import { noteReasoning } from '../../importing/notes.ts';
import type { Placed } from '../../importing/values/elements.ts';

interface Call {
  readonly id: string | undefined;
  readonly name: string;
  input: RequestedCall['input'];
  readonly place: Path;
  result: CallResult | undefined;
}

interface StreamedStep {
  text: string;
  readonly files: Part[];
  readonly calls: Call[];
  isReasoning: boolean;
  tokens: RecordedTokens | undefined;
  ended: string | undefined;
  model: string | undefined;
  at: string | undefined;
  readonly place: Path;
  readonly alsoAt: Path[];
}

/**
 * Assembles the answers from the pieces of a stream, each with the calls that it requested.
 *
 * | piece | outcome of its call |
 * | --- | --- |
 * | `tool-output-available`, `tool-result` | successful |
 * | `tool-output-error`, `tool-input-error`, `tool-error` | errored, with `errorText` or `error` |
 * | `tool-output-denied` | restricted |
 * | `tool-approval-request`, Mastra's `tool-call-approval` and `tool-call-suspended`, and nothing after it | pending: it waits |
 */
export function readStream(pieces: readonly Placed[], report: ImportReport): readonly NormalizedMessage[] {
  const steps: StreamedStep[] = [];
  const calls = new Map<string, Call>();
  for (const { value, place } of pieces) {
    const piece = pieceIn(value);
    if (piece === undefined) {
      report.note('lost', 'ai-sdk/piece', place, (n) => `${counted(n, 'piece')} of the stream could not be read.`);
      continue;
    }
    addPiece(piece, place, steps, calls, report);
  }
  return steps.filter(saysAnything).map(({ text, files, ...step }) => ({
    role: 'assistant',
    ...step,
    parts: [...(text === '' ? [] : [{ mimeType: 'text/plain', text }]), ...files],
  }));
}

const saysAnything = ({ text, files, calls, isReasoning, tokens, ended }: StreamedStep): boolean =>
  text !== '' || files.length + calls.length > 0 || isReasoning || tokens !== undefined || ended !== undefined;

/** The answer that is being streamed. */
function stepAt(place: Path, steps: StreamedStep[], isNext = false): StreamedStep {
  const open = steps.at(-1);
  if (open !== undefined && !isNext) return open;
  const step: StreamedStep = {
    text: '',
    files: [],
    calls: [],
    isReasoning: false,
    tokens: undefined,
    ended: undefined,
    model: undefined,
    at: undefined,
    place,
    alsoAt: [],
  };
  steps.push(step);
  return step;
}

function addPiece(
  piece: RecordValue,
  place: Path,
  steps: StreamedStep[],
  calls: Map<string, Call>,
  report: ImportReport,
): void {
  const type = textAt(piece, 'type') ?? '';
  const id = textAt(piece, 'toolCallId');
  const call = id === undefined ? undefined : calls.get(id);
  switch (type) {
    case 'start-step':
    case 'step-start':
      stepAt(place, steps, true);
      return;
    case 'text-delta': {
      // Text after calls is the model’s next answer, even without a separator.
      const step = stepAt(place, steps, (steps.at(-1)?.calls.length ?? 0) > 0);
      step.text += textAt(piece, deltaKeys) ?? '';
      step.alsoAt.push(place);
      return;
    }
    case 'reasoning':
    case 'reasoning-start':
    case 'reasoning-delta':
      stepAt(place, steps).isReasoning = true;
      return noteReasoning(place, report);
    case 'file': {
      const file = textAt(piece, 'url');
      const mimeType = textAt(piece, 'mediaType') ?? 'application/octet-stream';
      stepAt(place, steps).files.push({ mimeType, ...(file !== undefined && { file }) });
      return;
    }
    case 'tool-input-start':
    case 'tool-call-streaming-start':
    case 'tool-call-input-streaming-start':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-call': {
      const name = textAt(piece, 'toolName') ?? 'unknown';
      const known = call ?? { id, name, input: undefined, place, result: undefined };
      known.input = openArguments(piece['input'] ?? piece['args'], place, report) ?? known.input;
      if (type === 'tool-input-error') known.result = failed(textAt(piece, 'errorText') ?? 'its input was wrong');
      if (call !== undefined) return;
      stepAt(place, steps).calls.push(known);
      if (id !== undefined) calls.set(id, known);
      return;
    }
    case 'tool-output-available':
    case 'tool-result':
      if (call === undefined || piece['preliminary'] === true) return noteBeside(place, report);
      call.result = outcomeOf(piece['output'] ?? piece['result'], false, place, report);
      return;
    case 'tool-output-error':
    case 'tool-error':
      if (call === undefined) return noteBeside(place, report);
      call.result = failed(textAt(piece, 'errorText') ?? piece['error'] ?? null);
      return;
    case 'tool-approval-request':
    case 'tool-call-approval':
    case 'tool-call-suspended':
      if (call === undefined) return noteBeside(place, report);
      call.result ??= waiting('waits for the user’s approval');
      return;
    case 'tool-output-denied':
      if (call === undefined) return noteBeside(place, report);
      call.result = { outcome: 'blocked_before', output: undefined, reason: 'the user did not approve' };
      return;
    case 'finish-step':
    case 'step-finish': {
      const step = stepAt(place, steps);
      // Mastra has the same facts elsewhere.
      step.tokens = tokensOf(piece, ['usage', 'usage.usage', 'output', 'output.usage']);
      step.ended = textAt(piece, ['finishReason', 'stepResult.reason']);
      step.model = textAt(piece, ['response.modelId', 'metadata.modelId']);
      const time = findAt(piece, ['response.timestamp', 'metadata.timestamp'])?.value;
      step.at = readInstant(time, place, report);
      return;
    }
    case 'finish': {
      const step = steps.at(-1);
      if (step !== undefined) step.ended ??= textAt(piece, 'finishReason');
      return;
    }
    case 'error':
    case 'abort':
      return report.note(
        'info',
        `ai-sdk/${type}`,
        place,
        () =>
          `The stream ended early: ${type === 'abort' ? 'it was stopped' : `“${(textAt(piece, 'errorText') ?? 'an error').slice(0, 200)}”`}.`,
      );
    default:
      if (!silent.has(type)) noteBeside(place, report);
  }
}

/** Pieces that only open or close another piece. */
const silent: ReadonlySet<string> = new Set(
  (
    'start text-start text-end reasoning-end tool-input-delta tool-input-end tool-call-delta ' +
    'tool-call-input-streaming-end'
  ).split(' '),
);

const noteBeside = info(
  'ai-sdk/stream-piece',
  (n) => `${counted(n, 'piece')} of the stream for the page, or of a tool still at work: left out of what was said.`,
);
