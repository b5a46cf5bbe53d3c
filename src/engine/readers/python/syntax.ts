import type { TextRange } from '../../model/problem.ts';
import type { Fault } from '../fault.ts';
import { RecordStarts } from '../record-starts.ts';
import type { Notebook } from '../notebook.ts';
import type { Readable, Syntax } from '../statement.ts';
import { isWholeOnly, wrapperOf } from './constructors.ts';
import type { Node } from './node.ts';
import { parsePython, type Parsed, type ParseMode } from './parse.ts';
import { shapeOf } from './shape.ts';
import { Tokens } from './tokens.ts';
import { commonPrefixOf, type LinePrefix } from './common-prefix.ts';

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

/**
 * The prefix of each line of a value that was printed over several lines: the prompts of a shell, the time and level of
 * a log, the name of a container, the `>` of a quotation. Undefined when the lines have none.
 */
function linePrefixIn(text: string, range: TextRange): LinePrefix | undefined {
  const { start, end } = range;
  const lines = text
    .slice(start, Math.min(end, start + looked))
    .split('\n')
    // Vim shows a tilde on each line behind the last.
    .filter((line) => line.trim() !== '' && line.trim() !== '~');
  if (isShell(lines)) return onward;
  if (lines.length < 2) return undefined;
  if (isNumbered(lines)) return lineNumber;
  return commonPrefixOf(lines) ?? prefixes.find((prefix) => fits(prefix, lines));
}

/**
 * Line numbers of editors and `cat -n`: one more on each line, from the first on. A dict may have such keys, but not on
 * its first line.
 */
function isNumbered(lines: readonly string[]): boolean {
  const numbers = lines.map((line) => Number(/^\s*(\d+)/.exec(line)?.[1]));
  const isOneMore = (number: number, index: number) => index === 0 || number === (numbers[index - 1] ?? 0) + 1;
  return numbers.every(isOneMore) && fits(lineNumber, lines);
}

/** Number of characters that are looked at. */
const looked = 20_000;

/** A value over several lines; a value on one line is found behind any prefix without this. */
function fits(prefix: LinePrefix, lines: readonly string[]): boolean {
  const rests = lines.map((line) => {
    const length = prefix(line, 0);
    return length === 0 ? undefined : line.slice(length);
  });
  const isCommon = rests.filter((rest) => rest !== undefined).length >= 0.8 * lines.length;
  return isCommon && rests.some((rest, index) => rest !== undefined && goesOn.test(rest) && rests[index + 1]?.trim());
}

const goesOn = /[[({,:]\s*$/;

/** `pattern` is sticky. */
const matching =
  (pattern: RegExp): LinePrefix =>
  (text, offset) => {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0].length ?? 0;
  };

const isShell = (lines: readonly string[]): boolean =>
  lines.some((line, index) => /^\s*(?:>>>|In \[\d+\]:) /.test(line) && /^[ \t]*\.\.\.:? /.test(lines[index + 1] ?? ''));

/** The prompt of a continued statement; the prompt in front of its first line is left out elsewhere. */
const onward = matching(/[ \t]*\.\.\.:? /y);

const lineNumber = matching(/[ \t]*\d{1,7}(?:[ \t]?[:|│→]|[ \t])[ \t]?/y);

/** Prefixes of one or two signs, which are too short to be found as the common beginning of lines. Each is tried at the start of a line. */
const prefixes: readonly LinePrefix[] = [
  /(?:> ?)+/y,
  // pytest, what it shows of a failure
  /E(?:[ \t]+|(?=\r?\n|$))/y,
  // a diff that only adds, or only takes away
  /[+](?![+\d])/y,
  /-(?![-\d])/y,
  /(?:#+|\/\/) ?/y,
  /[|¦] ?/y,
].map(matching);
