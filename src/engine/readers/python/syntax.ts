import type { TextRange } from '../../model/problem.ts';
import type { Fault } from '../fault.ts';
import { RecordStarts } from '../record-starts.ts';
import type { Notebook } from '../notebook.ts';
import type { Readable, Syntax } from '../statement.ts';
import { isWholeOnly, wrapperOf } from './constructors.ts';
import { linePrefixIn } from './line-prefix.ts';
import type { Node } from './node.ts';
import { parsePython, type Parsed, type ParseMode } from './parse.ts';
import { shapeOf } from './shape.ts';
import { Tokens } from './tokens.ts';

export interface PythonValue extends Readable {
  readonly parsed: Parsed;
}

export function pythonSyntax(text: string, range: TextRange): Syntax<PythonValue> {
  const linePrefix = linePrefixIn(text, range);
  const surroundings = { linePrefix, records: new RecordStarts(text, range) };
  const parse = (start: number, end: number, notebook: Notebook, mode: ParseMode) =>
    parsePython(text, start, end, notebook, mode, surroundings);
  return {
    readAt(start, notebook) {
      const parsed = parse(start, range.end, notebook, 'value');
      return 'expected' in parsed ? parsed : readable(text, parsed);
    },
    fieldsAt(start, notebook) {
      const parsed = parse(start, range.end, notebook, 'fields');
      if ('expected' in parsed) return parsed;
      const isRecord = parsed.root.kind === 'fields' && parsed.root.keywords.length > 1;
      return isRecord ? readable(text, parsed) : noFields(start, parsed.end);
    },
    repairAt(start, notebook) {
      const parsed = parse(start, range.end, notebook, 'repaired');
      if ('expected' in parsed) return parsed;
      return isWorthRepairing(parsed) ? readable(text, parsed) : tooBroken(start, parsed);
    },
    readUpTo(start, { at }, notebook) {
      const parsed = parse(start, at.start, notebook, 'value');
      if ('expected' in parsed || parsed.cutInside === undefined) return undefined;
      const whole = parsed.tree.nodes.filter(({ end }) => end < at.start);
      return whole.some(hasKeys) && whole.some((node) => isPythonOnly(text, node)) ? readable(text, parsed) : undefined;
    },
    skipBlank: (offset: number, notebook: Notebook) =>
      new Tokens(text, range.end, notebook, linePrefix).skipBlank(offset),
  };
}

const noFields = (start: number, walkedTo: number): Fault => ({
  code: 'reader/python',
  at: { start, end: start + 1 },
  expected: 'two or more fields',
  advice: 'Fix the text there and open it again.',
  walkedTo,
});

/**
 * A text that needs too many repairs is no value: at least three keys and values must be valid for each that is not.
 */
function isWorthRepairing({ tree, repairs }: Parsed): boolean {
  let parts = 0;
  for (const node of tree.nodes) {
    if (node.kind === 'call') parts += node.keywords.length;
    else if ('items' in node ? node.items.length + node.keys.length === 0 : node.kind !== 'hole') parts += 1;
  }
  return parts >= 3 && parts >= 3 * repairs;
}

const tooBroken = (start: number, { end }: Parsed): Fault => ({ ...noFields(start, end), expected: 'a value' });

function readable(text: string, parsed: Parsed): PythonValue {
  const { root, tree, end, hasText } = parsed;
  const isStructured = tree.nodes.some(hasKeys);
  return {
    parsed,
    end,
    kind: kindOf(text, root),
    isStructured,
    isDoubtful: hasText || isCode(root) || isMark(text, root),
  };
}

/** Faults in JSON are reported by the JSON reader. */
function isPythonOnly(text: string, node: Node): boolean {
  if (node.kind === 'string') return text[node.start] !== '"';
  if (node.kind === 'name') return /^(?:None|True|False)$/.test(text.slice(node.start, node.end));
  return node.kind === 'call' || node.kind === 'tuple' || node.kind === 'enum';
}

const hasKeys = (node: Node): boolean =>
  (node.kind === 'dict' && node.keys.length > 0) ||
  (node.kind === 'call' &&
    (node.keywords.length > 0 || (node.args !== null && wrapperOf(node.name)?.holds === 'dict')));

function kindOf(text: string, root: Node): Readable['kind'] {
  if (root.kind === 'name')
    return /^(?:None|True|False|null|true|false)$/.test(text.slice(root.start, root.end)) ? 'plain' : 'bare-name';
  const isPlain =
    root.kind === 'string' ||
    root.kind === 'bytes' ||
    root.kind === 'number' ||
    root.kind === 'object' ||
    root.kind === 'gap';
  return isPlain || root.kind === 'text' ? 'plain' : 'container';
}

/** `warnings.warn("…")` is a line of a program rather than a printed value; `AttrDict({…})` and `Session {…}` are values. */
const isCode = (root: Node): boolean =>
  root.kind === 'call' &&
  root.keywords.length === 0 &&
  !isWholeOnly(root.name) &&
  wrapperOf(root.name) === undefined &&
  !(/(?:^|\.)[A-Z]\w*$/.test(root.name) && shapeOf(root).kind === 'same');

/** `[INFO]`, `(Pdb)` */
const isMark = (text: string, root: Node): boolean =>
  (root.kind === 'list' || root.kind === 'tuple') &&
  root.items.length > 0 &&
  root.items.every((item) => kindOf(text, item) === 'bare-name');
