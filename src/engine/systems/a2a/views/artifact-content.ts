import { toJsonWithin } from '../../../model/json.ts';
import type { RecordValue } from '../../../model/value.ts';
import type { Part } from '../part.ts';
import { sizeOf, type Emission } from './artifact-log.ts';

/** The content of an artifact, for reading. */
export interface ArtifactContent {
  readonly name: string | null;
  readonly description: string | null;
  /** As JSON. */
  readonly metadata: string | null;
  readonly extensions: readonly string[];
  /** In order; of a great number only the first and the last. */
  readonly blocks: readonly ContentBlock[];
  /** The number of parts left out, and the block before which they are missing. */
  readonly hidden: { readonly parts: number; readonly before: number } | null;
}

export type ContentBlock =
  /** Adjacent text parts, shown as one text; pieces of the current turn are new. */
  | {
      readonly kind: 'text';
      readonly mediaType: string | null;
      readonly parts: number;
      readonly pieces: readonly { readonly text: string; readonly isNew: boolean }[];
    }
  | {
      readonly kind: 'data';
      readonly mediaType: string | null;
      readonly json: string;
      readonly isCut: boolean;
      readonly isNew: boolean;
    }
  | {
      readonly kind: 'file';
      readonly mediaType: string | null;
      readonly filename: string | null;
      /** In bytes; null for a file with only an address. */
      readonly size: number | null;
      readonly url: string | null;
      readonly isNew: boolean;
    };

interface PlacedPart {
  readonly part: Part;
  readonly isNew: boolean;
}

/** The number of characters that a browser lays out without a pause: half from the beginning, half from the end. */
const room = 20_000;
const maxParts = 2000;

/** The content after the first `length` emissions; those from `before` on are new. */
export function contentOf(emissions: readonly Emission[], length: number, before: number): ArtifactContent | null {
  const last = emissions[length - 1];
  const first = last === undefined ? undefined : emissions[last.base];
  if (last === undefined || first === undefined) return null;
  const { name, description, metadata, extensions } = first.chunk;
  const head = taken(parts(emissions, last.base, length, before));
  const rest = last.parts - head.length;
  const tail = rest === 0 ? [] : taken(partsBackwards(emissions, last.base, length, before), rest).toReversed();
  const hidden = rest - tail.length;
  const headBlocks = blocksOf(hidden === 0 ? [...head, ...tail] : head);
  return {
    name: name === undefined || name === '' ? null : name,
    description: description === undefined || description === '' ? null : description,
    metadata: metadata === undefined ? null : jsonOf(metadata),
    extensions: extensions ?? [],
    blocks: hidden === 0 ? headBlocks : [...headBlocks, ...blocksOf(tail)],
    hidden: hidden === 0 ? null : { parts: hidden, before: headBlocks.length },
  };
}

/** As many as fit, at least one. */
function taken(all: Iterable<PlacedPart>, most = maxParts): PlacedPart[] {
  const some: PlacedPart[] = [];
  let left = room / 2;
  if (most <= 0) return some;
  for (const placed of all) {
    some.push(placed);
    left -= sizeOf(placed.part);
    if (left <= 0 || some.length >= Math.min(most, maxParts)) break;
  }
  return some;
}

function* parts(emissions: readonly Emission[], base: number, length: number, before: number): Generator<PlacedPart> {
  for (let i = base; i < length; i++) {
    for (const part of emissions[i]?.chunk.parts ?? []) yield { part, isNew: i >= before };
  }
}

function* partsBackwards(
  emissions: readonly Emission[],
  base: number,
  length: number,
  before: number,
): Generator<PlacedPart> {
  for (let i = length - 1; i >= base; i--) {
    for (const part of (emissions[i]?.chunk.parts ?? []).toReversed()) yield { part, isNew: i >= before };
  }
}

function blocksOf(placed: readonly PlacedPart[]): readonly ContentBlock[] {
  const blocks: ContentBlock[] = [];
  for (const { part, isNew } of placed) {
    const last = blocks.at(-1);
    const mediaType = part.media_type ?? null;
    if ('text' in part) {
      const piece = { text: textOf(part.text), isNew };
      if (last?.kind === 'text' && last.mediaType === mediaType) {
        blocks[blocks.length - 1] = { ...last, parts: last.parts + 1, pieces: joined(last.pieces, piece) };
      } else blocks.push({ kind: 'text', mediaType, parts: 1, pieces: [piece] });
    } else if ('data' in part) {
      const { text, cut } = toJsonWithin(part.data, 2, room);
      blocks.push({ kind: 'data', mediaType, json: text, isCut: cut, isNew });
    } else {
      const [size, url] = 'raw' in part ? [sizeOf(part), null] : [null, part.url];
      blocks.push({ kind: 'file', mediaType, filename: part.filename ?? null, size, url, isNew });
    }
  }
  return blocks;
}

type TextPiece = Extract<ContentBlock, { kind: 'text' }>['pieces'][number];

/** Joins neighbours that are both new or both old. */
function joined(pieces: readonly TextPiece[], next: TextPiece): readonly TextPiece[] {
  const last = pieces.at(-1);
  if (last?.isNew !== next.isNew) return [...pieces, next];
  return [...pieces.slice(0, -1), { text: last.text + next.text, isNew: next.isNew }];
}

/** A text that alone would fill the screen shows its beginning and its end. */
function textOf(text: string): string {
  if (text.length <= room) return text;
  return `${text.slice(0, room / 2)}\n⋯ ${text.length - room} characters not shown ⋯\n${text.slice(-room / 2)}`;
}

const jsonOf = (metadata: RecordValue): string => toJsonWithin(metadata, 2, room).text;
