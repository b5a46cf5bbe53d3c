import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Part } from '../../importing/content/content.ts';
import { info, type ImportReport, type Noted } from '../../importing/import-report.ts';
import { tokensOf as tokensIn } from '../../importing/messages/any-message.ts';
import { failed, outcomeOf } from '../../importing/messages/any-message-parts.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { waiting, type CallResult, type RecordedTokens } from '../../importing/transcript/transcript.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { findAt, textAt } from '../../importing/values/where.ts';
import { deltaKeys, pieceKind, type PieceKind } from './shapes.ts';

export interface Call {
  readonly id: string | undefined;
  readonly name: string;
  input: Value | undefined;
  readonly place: Path;
  result: CallResult | undefined;
}

/** One request to the model: its answer with the calls that it requested. `alsoAt`: the places of its texts. */
type Step = { -readonly [K in keyof NormalizedMessage]: NormalizedMessage[K] } & {
  readonly parts: Part[];
  readonly calls: Call[];
  readonly alsoAt: Path[];
};

/** Assembles the steps of an answer from the parts of a message, or from the pieces of a stream. */
export interface Steps {
  add(piece: RecordValue, place: Path): void;
  say(parts: readonly Part[], place: Path): void;
  call(call: Call): void;
  /** The model's answers, one for each step. */
  answers(): readonly NormalizedMessage[];
}

const emptyStep = (place: Path): Step => ({ role: 'assistant', parts: [], calls: [], place, alsoAt: [] });

/** The token counts at the first of these places that has any. */
export function tokensOf(holder: Value | undefined, places: readonly string[]): RecordedTokens | undefined {
  for (const where of places) {
    const tokens = tokensIn(findAt(holder, where)?.value);
    if (tokens !== undefined) return tokens;
  }
  return undefined;
}

/** Whether it has content or facts. */
export const saysAnything = ({ parts, calls = [], isReasoning, tokens, ended }: NormalizedMessage): boolean =>
  parts.length + calls.length > 0 || isReasoning === true || tokens !== undefined || ended !== undefined;

/**
 * `noteOther`: the note for a piece that is not part of the conversation. `begun`: the place of the first step, if it has begun.
 *
 * | piece | outcome of its call |
 * | --- | --- |
 * | `tool-output-available`, `tool-result` | successful |
 * | `tool-output-error`, `tool-input-error`, `tool-error` | errored, with `errorText` or `error` |
 * | `tool-output-denied` | restricted |
 * | `tool-approval-request`, Mastra's `tool-call-approval` and `tool-call-suspended`, and nothing after it | pending: it waits |
 */
export function createSteps(report: ImportReport, noteOther: Noted, begun?: Path): Steps {
  const steps = begun === undefined ? [] : [emptyStep(begun)];
  const calls = new Map<string, Call>();

  /** The step that is being assembled. `isNext`: another one begins, unless it is still empty. */
  const stepAt = (place: Path, isNext = false): Step => {
    const open = steps.at(-1);
    if (open !== undefined && !(isNext && saysAnything(open))) return open;
    const step = emptyStep(place);
    steps.push(step);
    return step;
  };

  const addCall = (call: Call): void => {
    stepAt(call.place).calls.push(call);
    if (call.id !== undefined) calls.set(call.id, call);
  };

  const addToStep = (kind: PieceKind, piece: RecordValue, place: Path): void => {
    switch (kind) {
      case 'silent':
        return;
      case 'step':
        stepAt(place, true);
        return;
      case 'text': {
        // Text after calls is the model’s next answer, even without a separator.
        const step = stepAt(place, (steps.at(-1)?.calls.length ?? 0) > 0);
        const text = textAt(piece, deltaKeys) ?? '';
        if (text !== '') step.parts.push({ mimeType: 'text/plain', text });
        step.alsoAt.push(place);
        return;
      }
      case 'reasoning': {
        const step = stepAt(place);
        step.isReasoning = true;
        step.alsoAt.push(place);
        return noteReasoning(place, report);
      }
      case 'file': {
        const file = textAt(piece, 'url') ?? findAt(piece, 'data')?.value;
        const mimeType = textAt(piece, ['mediaType', 'mimeType']) ?? 'application/octet-stream';
        stepAt(place).parts.push({ mimeType, ...(file !== undefined && { file }) });
        return;
      }
      case 'step-end': {
        const step = stepAt(place);
        // Mastra has the same facts elsewhere.
        step.tokens = tokensOf(piece, ['usage', 'usage.usage', 'output', 'output.usage']);
        step.ended = textAt(piece, ['finishReason', 'stepResult.reason']);
        step.model = textAt(piece, ['response.modelId', 'metadata.modelId']);
        const time = findAt(piece, ['response.timestamp', 'metadata.timestamp'])?.value;
        step.at = readInstant(time, place, report);
        return;
      }
      case 'end': {
        const step = steps.at(-1);
        if (step !== undefined) step.ended ??= textAt(piece, 'finishReason');
        return;
      }
      case 'stop': {
        const type = textAt(piece, 'type') ?? '';
        const why =
          type === 'abort' ? 'it was stopped' : `“${(textAt(piece, 'errorText') ?? 'an error').slice(0, 200)}”`;
        return info(`ai-sdk/${type}`, () => `The stream ended early: ${why}.`)(place, report);
      }
      default:
        noteOther(place, report);
    }
  };

  /** A piece may announce a call, complete its input, or have its result. */
  const add = (piece: RecordValue, place: Path): void => {
    const type = textAt(piece, 'type') ?? '';
    const kind = pieceKind(type);
    // In `fullStream`, a call that begins is named by `id`, and one that needs an approval is a record.
    const id = textAt(
      piece,
      type === 'tool-input-start' ? ['toolCallId', 'id'] : ['toolCallId', 'toolCall.toolCallId'],
    );
    const known = calls.get(id ?? '');
    const call = known ?? {
      id,
      name: textAt(piece, 'toolName') ?? 'unknown',
      input: undefined,
      place,
      result: undefined,
    };
    if (kind === 'call') {
      call.input = openArguments(piece['input'] ?? piece['args'], place, report) ?? call.input;
      if (type === 'tool-input-error') call.result = failed(textAt(piece, 'errorText') ?? 'its input was wrong');
      if (known === undefined) addCall(call);
    } else if (known === undefined || piece['preliminary'] === true) {
      addToStep(kind, piece, place);
    } else if (kind === 'output') {
      known.result = outcomeOf(piece['output'] ?? piece['result'], false, place, report);
    } else if (kind === 'failure') {
      known.result = failed(textAt(piece, 'errorText') ?? piece['error'] ?? null);
    } else if (kind === 'refusal') {
      known.result = { outcome: 'blocked_before', output: undefined, reason: 'the user did not approve' };
    } else if (kind === 'wait') {
      known.result ??= waiting('waits for the user’s approval');
    } else addToStep(kind, piece, place);
  };

  return {
    add,
    call: addCall,
    say: (parts, place) => stepAt(place).parts.push(...parts),
    answers: () => steps,
  };
}
