import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import { refusalPart, type Part } from '../../importing/content/content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type RecordedTokens, tokensTold } from '../../importing/transcript/transcript.ts';
import { CallPiece, Choice, Chunk, type Delta } from './format.ts';
import { noteReasoning } from '../../importing/notes.ts';

/** An answer assembled from its chunks. */
export interface StreamedAnswer {
  readonly place: Path;
  /** All of its chunks. */
  readonly chunks: Path[];
  readonly model: string | undefined;
  readonly created: Value | undefined;
  tokens: RecordedTokens | undefined;
  ended: string | undefined;
  text: string;
  refusal: string;
  thinks: boolean;
  readonly calls: StreamedCall[];
  /** The current call of each index. */
  readonly open: Map<number, StreamedCall>;
}

interface StreamedCall {
  readonly place: Path;
  id: string | undefined;
  name: string;
  written: string;
}

/** The answers of a recording by id, in the order in which they began. */
export function answersIn(value: Value, report: ImportReport): readonly StreamedAnswer[] {
  const answers = new Map<string, StreamedAnswer>();
  const chunks = isList(value) ? [...value].map((one, index) => [one, [index]] as const) : [[value, []] as const];
  for (const [one, place] of chunks) {
    const chunk = v.safeParse(Chunk, one);
    if (chunk.success) add(chunk.output, place, answers, report);
    else report.note('lost', 'openai-stream/chunk', place, (n) => `${counted(n, 'chunk')} could not be read.`);
  }
  return [...answers.values()];
}

function add(chunk: Chunk, place: Path, answers: Map<string, StreamedAnswer>, report: ImportReport): void {
  const { id = '', model, created, usage, choices } = chunk;
  const answer = answers.get(id) ?? {
    place,
    chunks: [],
    model,
    created,
    tokens: undefined,
    ended: undefined,
    text: '',
    refusal: '',
    thinks: false,
    calls: [],
    open: new Map<number, StreamedCall>(),
  };
  answers.set(id, answer);
  answer.chunks.push(place);
  answer.tokens = tokensTold(usage?.prompt_tokens, usage?.completion_tokens) ?? answer.tokens;
  choices.forEach((value, index) => {
    const choice = v.safeParse(Choice, value);
    const where = [...place, 'choices', index];
    if (!choice.success) return;
    if ((choice.output.index ?? 0) !== 0) return noteAlternative(where, report);
    answer.ended = choice.output.finish_reason ?? answer.ended;
    addDelta(answer, choice.output.delta, [...where, 'delta'], report);
  });
}

function addDelta(answer: StreamedAnswer, delta: Delta, place: Path, report: ImportReport): void {
  answer.text += delta.content ?? '';
  answer.refusal += delta.refusal ?? '';
  if ((delta.reasoning_content ?? '') !== '') {
    answer.thinks = true;
    noteReasoning([...place, 'reasoning_content'], report);
  }
  delta.tool_calls?.forEach((value, nth) => {
    const piece = v.safeParse(CallPiece, value);
    if (!piece.success) return;
    const { index = nth, id, function: named } = piece.output;
    const known = answer.open.get(index);
    // Some providers use the same index for every call. A new id then begins another call.
    const isAnother = id !== undefined && id !== '' && known?.id !== undefined && id !== known.id;
    const call =
      known === undefined || isAnother ? { place: [...place, 'tool_calls', nth], id, name: '', written: '' } : known;
    if (call !== known) {
      answer.calls.push(call);
      answer.open.set(index, call);
    }
    call.id ??= id;
    call.name += named?.name ?? '';
    call.written += named?.arguments ?? '';
  });
}

export const callsOf = ({ calls }: StreamedAnswer, report: ImportReport): readonly RequestedCall[] =>
  calls.map(({ id, name, written, place }) => ({
    id,
    name,
    input: openArguments(written, place, report),
    place,
  }));

export const partsOf = ({ text, refusal }: StreamedAnswer): readonly Part[] => [
  ...(text.trim() === '' ? [] : [{ mimeType: 'text/plain', text }]),
  ...(refusal === '' ? [] : [refusalPart(refusal)]),
];

const noteAlternative = (place: Path, report: ImportReport): void =>
  report.note(
    'lost',
    'openai-stream/alternative',
    place,
    (n) => `${counted(n, 'chunk')} of other answers to the same request left out: the first answer is shown.`,
  );
