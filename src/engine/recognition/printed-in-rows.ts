import { countLeading } from '../../base/scan.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import { valueAt } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { readDocument } from '../readers/read-document.ts';
import type { Placed } from '../importing/values/elements.ts';
import { fieldsIn, rowsIn } from './parts.ts';
import { counted } from '../importing/import-report.ts';

/** A longer log is not read again as one text; it needs a mapping. */
const maxText = 2_000_000;
const mostTurned = 500_000;
const maxFields = 3;

/**
 * Text printed into a log whose records each hold a piece of it in one field: `{"message": "ctx={…}"}`, one line of a long print
 * per record, or a part of a line that was too long. The pieces are joined in the program's order and read as one text. A place inside it is the
 * text of its record.
 */
export function* printedInRows(document: Document): Generator<Document> {
  for (const rows of rowsIn(document.value)) {
    const logs = fieldsIn(rows, (value) => typeof value === 'string')
      .map((field) => piecesAt(rows, field))
      .filter((pieces) => lengthOf(pieces) <= maxText && pieces.some(({ text }) => begun.test(text)))
      .toSorted((a, b) => lengthOf(b) - lengthOf(a));
    for (const pieces of logs.slice(0, maxFields)) {
      yield* printedAs(document, pieces);
      // Many services list the newest record first.
      if (pieces.length > 1 && lengthOf(pieces) <= mostTurned) yield* printedAs(document, pieces.toReversed());
    }
  }
}

/** The beginning of a value. Brackets in prose are not followed by a quote, a bracket or a name with a value. */
const begun = /[[{]\s*(?:['"[{]|$)|\w\(\w+=/;

interface Piece {
  readonly field: Path;
  readonly place: Path;
  readonly text: string;
}

const piecesAt = (rows: readonly Placed[], field: Path): readonly Piece[] =>
  rows.flatMap(({ value, place }) => {
    const text = valueAt(value, field);
    return typeof text === 'string' ? [{ field, place: [...place, ...field], text }] : [];
  });

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((all, { text }) => all + text.length, 0);

/** Docker cuts a line after 16 KiB, CloudWatch an event after 256 KiB less 26 bytes. */
const pieceSizes: ReadonlySet<number> = new Set([16_384, 262_118]);

function* printedAs(document: Document, pieces: readonly Piece[]): Generator<Document> {
  // When pieces keep their line ends, a piece without one continues in the next.
  const keepEnds = pieces.filter(({ text }) => text.endsWith('\n')).length * 2 > pieces.length;
  const starts: number[] = [];
  let text = '';
  for (const piece of pieces) {
    starts.push(text.length);
    text += keepEnds || pieceSizes.has(piece.text.length) ? piece.text : `${piece.text}\n`;
  }
  const read = readDocument(text);
  if (!read.ok) return;
  const { value, syntax, notes, typeName, locate } = read.value;
  const pieceAt = (offset: number): TextRange | null => {
    const index = countLeading(starts.length, (at) => (starts[at] ?? 0) <= offset) - 1;
    return document.locate(pieces[index]?.place ?? []);
  };
  yield {
    syntax,
    text: document.text,
    value,
    notes: [
      ...document.notes,
      {
        severity: 'lost',
        code: 'log/printed',
        message: `The text printed into “${formatPath(pieces[0]?.field ?? [])}” of ${counted(pieces.length, 'record')} was read as one text; the records’ other fields are left out.`,
        place: formatPath(pieces[0]?.place ?? []),
      },
      ...notes.map(({ place: _place, alsoAt: _alsoAt, ...note }) => note),
    ],
    typeName,
    locate(path) {
      const range = locate(path);
      const first = range && pieceAt(range.start);
      const last = range && pieceAt(Math.max(range.start, range.end - 1));
      if (first === null || last === null) return null;
      return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) };
    },
  };
}
