import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { countAt, findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readDocument } from '../../readers/read-document.ts';
import { isResponse } from './shapes.ts';

/** A message assembled from the events of its stream. */
export interface Streamed {
  readonly response: RecordValue;
  /** Where the message, and each of its blocks, begins. */
  readonly place: Path;
  readonly placeOf: (block: number) => Path;
  /** The events that contain its texts and thoughts. */
  readonly textPlaces: readonly Path[];
  /** The stream ended before its last event. */
  readonly isCut: boolean;
}

/** The answer in a text: the place of every part of it is the place of the text. */
export function writtenIn(text: string, place: Path, report: ImportReport): readonly Streamed[] {
  const read = readDocument(text);
  const value = read.ok ? read.value.value : null;
  const found: readonly Streamed[] = isResponse(value)
    ? [{ response: value, place, placeOf: () => place, textPlaces: [], isCut: false }]
    : streamedIn(elementsOf(value), report).map((one) => ({ ...one, place, placeOf: () => place, textPlaces: [] }));
  if (found.length === 0) {
    report.note('lost', 'anthropic-messages/answer', place, '{# answer} kept as text could not be read.');
  }
  return found;
}

interface Block {
  readonly start: RecordValue;
  readonly place: Path;
  readonly pieces: string[];
  key: string;
}

export function streamedIn(events: readonly Value[], report: ImportReport): readonly Streamed[] {
  const messages: Streamed[] = [];
  let message: { readonly start: RecordValue; readonly place: Path; usage: RecordValue } | undefined;
  let blocks = new Map<number, Block>();
  let textPlaces: Path[] = [];
  const finish = (isCut: boolean) => {
    if (message === undefined) return;
    const { start, place, usage } = message;
    const all = [...blocks.values()];
    const content = all.map((block) => wholeBlock(block, report));
    const response = { ...start, content, usage: { ...recordAt(start, 'usage'), ...usage } };
    const placeOf = (block: number): Path => all[block]?.place ?? place;
    if (isResponse(response)) messages.push({ response, place, placeOf, textPlaces, isCut });
    message = undefined;
    blocks = new Map();
    textPlaces = [];
  };
  events.forEach((event, index) => {
    const [start, delta] = [recordAt(event, 'content_block'), recordAt(event, 'delta')];
    const at = countAt(event, 'index');
    switch (textAt(event, 'type')) {
      case 'message_start': {
        finish(true);
        const begun = recordAt(event, 'message');
        if (begun === undefined) return;
        message = { start: begun, place: [index, 'message'], usage: {} };
        // Calls made by code that the model wrote are already complete in `message_start`: no deltas follow.
        const whole = elementsOf(findAt(begun, 'content')?.value ?? null).filter(isRecord);
        blocks = new Map(whole.map((block, n) => [n, blockOf(block, [index, 'message', 'content', n])]));
        return;
      }
      case 'content_block_start':
        if (start !== undefined) blocks.set(at ?? blocks.size, blockOf(start, [index, 'content_block']));
        return;
      case 'content_block_delta':
        if (['text_delta', 'thinking_delta'].includes(textAt(delta, 'type') ?? '')) textPlaces.push([index]);
        return addPiece(blocks.get(at ?? blocks.size - 1), delta);
      case 'message_delta':
        if (message !== undefined) message.usage = { ...message.usage, ...recordAt(event, 'usage') };
        return;
      case 'message_stop':
        return finish(false);
      default:
    }
  });
  finish(true);
  return messages;
}

const blockOf = (start: RecordValue, place: Path): Block => ({ start, place, pieces: [], key: '' });

/** The field of the block that each kind of delta extends. */
const fields = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
]);

function addPiece(block: Block | undefined, delta: RecordValue | undefined): void {
  const key = fields.get(textAt(delta, 'type') ?? '');
  const piece = textAt(delta, key);
  if (block === undefined || key === undefined || piece === undefined) return;
  block.key = key;
  block.pieces.push(piece);
}

function wholeBlock({ start, pieces, key, place }: Block, report: ImportReport): RecordValue {
  if (pieces.length === 0) return start;
  const text = pieces.join('');
  if (key !== 'partial_json') return { ...start, [key]: text };
  return { ...start, input: openArguments(text, place, report) ?? {} };
}
