import { double, int, type Value } from '../../model/value.ts';
import type { Notebook } from '../notebook.ts';
import { exactNumber, isBeyond64Bits, noteOversized } from '../numbers.ts';
import { offsetOf } from './dates.ts';
import type { Node } from './node.ts';
import { decodeBytes, decodeString } from './strings.ts';

/** The value of a node without children. */
export function readLeaf(text: string, node: Node, notebook: Notebook): Value {
  switch (node.kind) {
    case 'string':
      if (node.pieces.length === 0) return decodeString(text, node);
      return node.pieces.map((piece) => decodeString(text, piece)).join('');
    case 'bytes':
      return decodeBytes(text, node.pieces.length === 0 ? [node] : node.pieces);
    case 'number':
      return readNumber(text.slice(node.start, node.end), node.start, notebook);
    case 'name':
      return readName(text.slice(node.start, node.end), node.start, notebook);
    case 'object':
      return asPrinted(text.slice(node.start, node.end), objectNote, node.start, notebook);
    default:
      return asPrinted(text.slice(node.start, node.end), ownWayNote, node.start, notebook);
  }
}

function asPrinted(printed: string, message: string, start: number, notebook: Notebook): string {
  // A time zone says all there is to know about it.
  if (offsetOf(printed) === undefined) notebook.add('lost', 'reader/object', message, start);
  return printed;
}

const objectNote = 'An object that prints only its address was kept as that text.';
const ownWayNote = 'An object that prints itself in no Python syntax was kept as that text.';

const constants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['None', null],
  ['True', true],
  ['False', false],
]);

const jsonConstants: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/** Names that say nothing by themselves: the argument of a defaultdict, the zone of a datetime. */
const expected = /^(?:list|dict|set|int|float|str|bool|tuple|(?:datetime\.)?timezone\.utc|UTC)$/;

function readName(name: string, start: number, notebook: Notebook): Value {
  const constant = constants.get(name);
  if (constant !== undefined) return constant;
  const word = jsonConstants.get(name);
  if (word !== undefined) {
    notebook.add('assumed', 'reader/json-word', 'JSON words (null, true, false) stand among Python values.', start);
    return word;
  }
  if (!expected.test(name)) notebook.add('assumed', 'reader/bare-name', 'A bare name was read as text.', start);
  return name;
}

function readNumber(written: string, start: number, notebook: Notebook): Value {
  const literal = written.replaceAll('_', '').toLowerCase();
  if (literal.endsWith('j')) {
    notebook.add('lost', 'reader/complex', 'A complex number was kept as text.', start);
    return written;
  }
  const based = /^([+-]?)(0[xob][0-9a-f]+)$/.exec(literal);
  if (based !== null) return noted(int(BigInt(based[2] ?? '0') * (based[1] === '-' ? -1n : 1n)), start, notebook);
  const special = /^([+-]?)(inf|nan)/.exec(literal);
  if (special !== null) return special[2] === 'nan' ? NaN : special[1] === '-' ? -Infinity : Infinity;
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
