import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { readDocument } from '../../readers/read-document.ts';
import { Response, StreamEvent } from './format.ts';
import type { AnswerText } from './shapes.ts';

/** A message assembled from the events of its stream. */
export interface Streamed {
  readonly response: Response;
  /** Where the message, and each of its blocks, begins. */
  readonly place: Path;
  readonly placeOf: (block: number) => Path;
  /** The events that contain its texts and thoughts. */
  readonly textPlaces: readonly Path[];
  /** The stream ended before its last event. */
  readonly isCut: boolean;
}

/** The answer in a text: the place of every part of it is the place of the text. */
export function writtenIn({ text, place }: AnswerText, report: ImportReport): readonly Streamed[] {
  const read = readDocument(text);
  const value = read.ok ? read.value.value : null;
  const response = v.safeParse(Response, value);
  const found: readonly Streamed[] = response.success
    ? [{ response: response.output, place, placeOf: () => place, textPlaces: [], isCut: false }]
    : streamedIn(elementsOf(value), report).map((one) => ({ ...one, place, placeOf: () => place, textPlaces: [] }));
  if (found.length === 0) {
    report.note(
      'lost',
      'anthropic-messages/answer',
      place,
      (n) => `${counted(n, 'answer')} kept as text could not be read.`,
    );
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
    const response = v.safeParse(Response, { ...start, content, usage: { ...recordIn(start, 'usage'), ...usage } });
    const placeOf = (block: number): Path => all[block]?.place ?? place;
    if (response.success) messages.push({ response: response.output, place, placeOf, textPlaces, isCut });
    message = undefined;
    blocks = new Map();
    textPlaces = [];
  };
  events.forEach((value, index) => {
    const parsed = v.safeParse(StreamEvent, value);
    if (!parsed.success) return;
    const event = parsed.output;
    switch (event.type) {
      case 'message_start':
        finish(true);
        if (event.message === undefined) return;
        message = { start: event.message, place: [index, 'message'], usage: {} };
        // Calls made by code, not by the model, are already complete in the first event.
        blocks = wholeBlocks(event.message, [index, 'message', 'content']);
        return;
      case 'content_block_start':
        if (event.content_block === undefined) return;
        blocks.set(event.index ?? blocks.size, {
          start: event.content_block,
          place: [index, 'content_block'],
          pieces: [],
          key: '',
        });
        return;
      case 'content_block_delta':
        if (event.delta !== undefined && hasText(event.delta)) textPlaces.push([index]);
        return addPiece(blocks.get(event.index ?? blocks.size - 1), event.delta);
      case 'message_delta': {
        const usage = isRecord(value) ? recordIn(value, 'usage') : {};
        if (message !== undefined) message = { ...message, usage: { ...message.usage, ...usage } };
        return;
      }
      case 'message_stop':
        return finish(false);
      default:
    }
  });
  finish(true);
  return messages;
}

const recordIn = (values: RecordValue, key: string): RecordValue => {
  const inner = entry(values, key);
  return inner !== undefined && isRecord(inner) ? inner : {};
};

function wholeBlocks(message: RecordValue, place: Path): Map<number, Block> {
  const content = entry(message, 'content');
  const records = content !== undefined && isList(content) ? [...content].filter(isRecord) : [];
  return new Map(records.map((start, index) => [index, { start, place: [...place, index], pieces: [], key: '' }]));
}

/** The field of the block that each kind of delta extends. */
const fields = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
]);

const hasText = (delta: RecordValue): boolean => {
  const type = entry(delta, 'type');
  return type === 'text_delta' || type === 'thinking_delta';
};

function addPiece(block: Block | undefined, delta: RecordValue | undefined): void {
  const type = delta && entry(delta, 'type');
  const key = typeof type === 'string' ? fields.get(type) : undefined;
  const piece = key === undefined || delta === undefined ? undefined : entry(delta, key);
  if (block === undefined || key === undefined || typeof piece !== 'string') return;
  block.key = key;
  block.pieces.push(piece);
}

function wholeBlock({ start, pieces, key, place }: Block, report: ImportReport): RecordValue {
  if (pieces.length === 0) return start;
  const text = pieces.join('');
  if (key !== 'partial_json') return { ...start, [key]: text };
  return { ...start, input: openArguments(text, place, report) ?? {} };
}
