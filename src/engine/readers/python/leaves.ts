import { double, int, type Value } from '../../model/value.ts';
import type { Notebook } from '../notebook.ts';
import { exactNumber, isBeyond64Bits, noteNonFinite, noteOversized } from '../numbers.ts';
import { offsetOf } from './dates.ts';
import type { Node } from './node.ts';
import { decodeBegun, decodeBytes, decodeString } from './strings.ts';
import { breakInString, type WordWrap } from './word-wrap.ts';

/** The value of a node without children. */
export function readLeaf(text: string, node: Node, notebook: Notebook, wrap: () => WordWrap | undefined): Value {
  const broken = (body: string, start: number) => unbroken(body, start, wrap(), notebook);
  switch (node.kind) {
    case 'string':
      if (node.pieces.length === 0) return decodeString(text, node, broken);
      return node.pieces.map((piece) => decodeString(text, piece, broken)).join('');
    case 'begun':
      return decodeBegun(text, node);
    case 'bytes':
      notebook.add('info', 'reader/bytes', bytesNote, node.start);
      return decodeBytes(text, node.pieces.length === 0 ? [node] : node.pieces, broken);
    case 'number':
      return readNumber(text.slice(node.start, node.end), node.start, notebook);
    case 'name':
      return readName(text.slice(node.start, node.end), node.start, notebook);
    case 'key':
      notebook.add(
        'info',
        'reader/bare-key',
        'Keys without quotes, as JavaScript prints them, were read as text.',
        node.start,
      );
      return text.slice(node.start, node.end);
    case 'words':
      return text.slice(node.start, node.end);
    case 'object':
      if (missing.test(text.slice(node.start, node.end))) return readMissing(node.start, notebook);
      return asPrinted(text.slice(node.start, node.end), objectNote, node.start, notebook);
    default:
      return asPrinted(text.slice(node.start, node.end), ownWayNote, node.start, notebook);
  }
}

const bytesNote = 'Bytes are kept as bytes: JSON, links and session files have them as text in base64.';

/** A string over several lines: without the line breaks that a console put in. */
function unbroken(body: string, start: number, wrap: WordWrap | undefined, notebook: Notebook): string {
  const at = body.search(/(?<!\\)\n/);
  if (at === -1) return body;
  if (wrap === undefined) {
    const message = 'A line break inside a quoted string was kept.';
    notebook.add('repaired', 'reader/raw-control', message, start + at);
    return body;
  }
  const message = `A string that was broken into lines of at most ${wrap.width} characters, as Rich does between words, was joined.`;
  notebook.add('repaired', 'reader/word-wrap', message, start + at);
  return body.replaceAll(breakInString, (_, offset: number) => wrap.at(start + offset));
}

function asPrinted(printed: string, message: string, start: number, notebook: Notebook): string {
  // A time zone needs no note.
  if (offsetOf(printed) === undefined && !sayAll.test(printed)) notebook.add('lost', 'reader/object', message, start);
  return printed;
}

/** The factory of a defaultdict; a time, as JavaScript prints it. */
const sayAll = /^<class '(?:list|dict|set|int|float|str|bool|tuple)'>$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const objectNote = 'Text printed between < and > is not a Python value: kept as text.';
const ownWayNote = 'An object that prints itself in another syntax than Python was kept as text.';

/** The output of pandas for a missing value. */
const missing = /^(?:<NA>|(?:pd\.)?NaT|pd\.NA)$/;

function readMissing(start: number, notebook: Notebook): Value {
  notebook.add('info', 'reader/constructor', 'A missing value of pandas was read as null.', start);
  return null;
}

const constants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['np.True_', true],
  ['np.False_', false],
]);

/** The words of JavaScript, Ruby and others for a missing value. */
const absent = /^(?:undefined|nil|Null|NULL)$/;

const jsonConstants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/** Names without a meaning of their own: the argument of a defaultdict, the zone of a datetime. */
const expected = /^(?:list|dict|set|int|float|str|bool|tuple|(?:datetime\.)?timezone\.utc|UTC)$/;

function readName(name: string, start: number, notebook: Notebook): Value {
  if (absent.test(name)) {
    notebook.add('assumed', 'reader/undefined', `${name}, a word of another language, was read as null.`, start);
    return null;
  }
  if (missing.test(name)) return readMissing(start, notebook);
  const constant = constants.get(name);
  if (constant !== undefined) return constant;
  const word = jsonConstants.get(name);
  if (word !== undefined) {
    notebook.add('assumed', 'reader/json-word', 'JSON words (null, true, false) are mixed with Python values.', start);
    return word;
  }
  if (!expected.test(name)) notebook.add('assumed', 'reader/bare-name', 'A bare name was read as text.', start);
  return name;
}

function readNumber(written: string, start: number, notebook: Notebook): Value {
  // Python 2 marked its long integers, JavaScript its large ones: `12L`, `12n`.
  const literal = written
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/(?<=^[+-]?\d+)[ln]$/, '');
  if (literal.endsWith('j')) {
    notebook.add('lost', 'reader/complex', 'A complex number was kept as text.', start);
    return written;
  }
  const based = /^([+-]?)(0[xob][0-9a-f]+)$/.exec(literal);
  if (based !== null) return noted(int(BigInt(based[2] ?? '0') * (based[1] === '-' ? -1n : 1n)), start, notebook);
  const special = /^([+-]?)(inf|nan)/.exec(literal);
  if (special !== null) {
    noteNonFinite(start, notebook);
    return special[2] === 'nan' ? NaN : special[1] === '-' ? -Infinity : Infinity;
  }
  const value = exactNumber(literal.replace(/^\+/, ''));
  if (value === undefined) {
    noteOversized('read-as-double', start, notebook);
    return double(Number(literal));
  }
  return typeof value === 'object' ? value : noted(value, start, notebook);
}

function noted(value: number | bigint, start: number, notebook: Notebook): Value {
  if (isBeyond64Bits(value)) noteOversized('beyond-64-bits', start, notebook);
  return value;
}
