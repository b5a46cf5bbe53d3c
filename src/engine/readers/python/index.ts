import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Document, Reader } from '../document.ts';
import { problemOf, type Fault } from '../fault.ts';
import { excerpt, Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { insideFence } from '../unwrap.ts';
import { meaningOf, type TypeNames } from './meaning.ts';
import { nodeAt, pathsOf } from './paths.ts';
import { findStatements, type Statement, type Statements } from './statements.ts';

/** Python values as `print(obj)` and `repr(obj)` show them. */
export const python: Reader = {
  id: 'python',
  title: 'Python',
  claim(text) {
    return /[^\s]/.test(text.slice(0, 10_000)) ? 'possible' : 'no';
  },
  read(text) {
    const lines = new Lines(text);
    const notebook = new Notebook(lines);
    const found = foundIn(text, notebook);
    const fault = whyNone(text, found);
    return fault === undefined ? ok(documentOf(text, lines, notebook, found)) : err(problemOf(fault, text, lines));
  },
};

function foundIn(text: string, notebook: Notebook): Statements {
  const found = findStatements(text, insideFence(text, notebook), notebook);
  if (found.prose.length === 0) return found;
  // Between lines of prose, a number or a word on a line of its own is prose as well.
  const values = found.statements.filter(
    ({ parsed, name }) => name !== undefined || 'items' in parsed.root || isRecordLike(parsed.root.kind),
  );
  const others = found.statements.filter((statement) => !values.includes(statement));
  const prose = [...found.prose, ...others.map(({ parsed }) => parsed.root)].toSorted((a, b) => a.start - b.start);
  return { ...found, statements: values, prose };
}

const isRecordLike = (kind: string): boolean => kind === 'dict' || kind === 'call' || kind === 'fields';

/** Values must be a fair part of the text: a page of prose with a bracket in it is no recording. */
const fairPart = 0.15;

function whyNone(text: string, { statements, prose, fault, faultyLength }: Statements): Fault | undefined {
  const good = statements.reduce((sum, { parsed }) => sum + parsed.end - parsed.root.start, 0);
  if (fault !== undefined && faultyLength > good) return fault;
  const [first] = prose;
  const idle = prose.reduce((sum, { start, end }) => sum + end - start, 0);
  if (first === undefined || (good > 0 && good >= fairPart * (good + idle))) return undefined;
  return {
    code: good === 0 ? 'reader/no-value' : 'reader/mostly-prose',
    at: { start: first.start, end: Math.min(first.end, text.length) },
    expected: 'JSON or a printed Python value',
    advice:
      good === 0
        ? 'Paste a recording in one of these forms.'
        : 'Only a small part of the text is values: paste those alone.',
  };
}

function documentOf(
  text: string,
  lines: Lines,
  notebook: Notebook,
  { statements, prose, fault }: Statements,
): Document {
  const typeNames: TypeNames = new WeakMap();
  const named = namesOf(statements);
  const values = statements.map((statement, index) =>
    valueOf(text, statement, stepsTo(index, statements, named), notebook, typeNames),
  );
  for (const range of prose) {
    const shown = excerpt(text, range);
    if (shown.trim() !== '')
      notebook.add('lost', 'reader/prose', `Text that is no value was left out: ${shown.trim()}`, range.start);
  }
  if (fault !== undefined)
    notebook.add('lost', 'reader/bad-value', problemOf(fault, text, lines).message, fault.at.start);
  const [only] = values;
  const value =
    values.length === 1 && only !== undefined
      ? only
      : named === undefined
        ? values
        : Object.fromEntries(named.map((name, index) => [name, values[index] ?? null]));
  return {
    syntax: 'python',
    text,
    value,
    notes: notebook.notes(),
    typeName: (of) => typeNames.get(of),
    locate: locator(text, lines, statements.length, named),
  };
}

/** Several assignments to different names make one record; anything else that stands in a row makes a list. */
function namesOf(statements: readonly Statement[]): readonly string[] | undefined {
  const names = statements.map(({ name }) => name ?? '');
  return names.length > 1 && new Set(names).size === names.length && !names.includes('') ? names : undefined;
}

function stepsTo(index: number, statements: readonly Statement[], named: readonly string[] | undefined): Path {
  return statements.length === 1 ? [] : [named?.[index] ?? index];
}

function valueOf(text: string, { parsed }: Statement, prefix: Path, notebook: Notebook, typeNames: TypeNames): Value {
  const { tree, root, cutInside, end } = parsed;
  const { values, gaps } = meaningOf(text, tree, notebook, typeNames);
  if (cutInside !== undefined) {
    const message = `The text ends inside brackets that begin at ${notebook.place(cutInside)}: what was complete before was kept.`;
    notebook.add('lost', 'reader/cut-off', message, end);
  }
  if (gaps.size > 0) {
    const keyOf = (key: { readonly id: number }) => String(values[key.id]);
    const paths = pathsOf(tree, root, gaps.keys(), keyOf);
    for (const [node, missing] of gaps) missing.push([...prefix, ...(paths.get(node) ?? [])]);
  }
  return values[root.id] ?? null;
}

/** The trees are made again at the first question: most documents are never asked, and trees are large. */
function locator(text: string, lines: Lines, count: number, named: readonly string[] | undefined): Document['locate'] {
  let found: Statements | undefined;
  return (path): TextRange | null => {
    const unheard = new Notebook(lines);
    found ??= foundIn(text, unheard);
    const { statements } = found;
    if (path.length === 0)
      return { start: statements[0]?.parsed.root.start ?? 0, end: statements.at(-1)?.parsed.root.end ?? 0 };
    const [first, ...others] = path;
    const index = count === 1 ? 0 : named === undefined ? first : named.indexOf(String(first));
    const parsed = typeof index === 'number' ? statements[index]?.parsed : undefined;
    if (parsed === undefined) return null;
    const node = nodeAt(text, parsed.tree, parsed.root, count === 1 ? path : others, unheard);
    return node === undefined ? null : { start: node.start, end: node.end };
  };
}
