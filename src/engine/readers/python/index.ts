import { err, ok, type Result } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { Document, Reader } from '../document.ts';
import { problemOf, type Fault } from '../fault.ts';
import { Lines } from '../lines.ts';
import { documentOf, listOf, Located, recordOf } from '../located.ts';
import { Notebook } from '../notebook.ts';
import { findStatements, namesOf, noteProse, type Statements } from '../statements.ts';
import { insideFence } from '../unwrap.ts';
import { readPlain } from '../colours.ts';
import { meaningOf, type Meaning, type TypeNames } from './meaning.ts';
import type { Parsed } from './parse.ts';
import { addPaths, nodeAt } from './paths.ts';
import { pythonSyntax, type PythonValue } from './syntax.ts';

/** Python values in the form of `print(obj)` and `repr(obj)`. */
export const python: Reader = {
  id: 'python',
  title: 'Python',
  claim: (text) => (/\S/.test(text.slice(0, 10_000)) ? 'possible' : 'no'),
  read: (text) => readPlain(text, read),
};

function read(text: string): Result<Document, Problem> {
  const lines = new Lines(text);
  const notebook = new Notebook(lines);
  const found = foundIn(text, notebook);
  if ('expected' in found) return err(problemOf(found, text, lines));
  if (found.fault !== undefined) {
    const kept = found.isStopped ? ' The values before it were kept; the text after it was left out.' : '';
    const { message } = problemOf(found.fault, text, lines);
    notebook.add('lost', 'reader/bad-value', message + kept, found.fault.at.start);
  }
  return ok(documentFrom(text, lines, notebook, found));
}

function foundIn(text: string, notebook: Notebook): Statements<PythonValue> | Fault {
  const inside = insideFence(text, notebook);
  return findStatements(text, inside, pythonSyntax(text, inside), notebook);
}

function documentFrom(text: string, lines: Lines, notebook: Notebook, found: Statements<PythonValue>): Document {
  const { statements, prose, isStopped, fault } = found;
  const stop = isStopped ? fault?.at.start : undefined;
  const typeNames: TypeNames = new WeakMap();
  const names = namesOf(statements);
  const isAlone = statements.length === 1;
  const places = placesIn(text, lines);
  // The document must not keep the statements: their trees are large.
  const parts = statements.map(({ start, read: { parsed, end } }, index) => {
    const value = valueOf(text, parsed, isAlone ? [] : [names?.[index] ?? index], notebook, typeNames, stop);
    return new Located(value, { start, end }, (path) => places(index, path));
  });
  noteProse(text, prose, notebook);
  const document = documentOf('python', text, together(parts, names), notebook.notes());
  return { ...document, typeName: (of) => typeNames.get(of) };
}

function together(parts: readonly Located[], names: readonly string[] | undefined): Located {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const range = { start: first?.range.start ?? 0, end: parts.at(-1)?.range.end ?? 0 };
  const named = names?.map((name, index) => [name, parts[index]] as const);
  return named === undefined
    ? (listOf(range, parts) ?? new Located([], range))
    : recordOf(range, Object.fromEntries(named));
}

/** `stop`: the offset where reading ended at a fault that already has a note. */
function valueOf(
  text: string,
  parsed: Parsed,
  prefix: Path,
  notebook: Notebook,
  typeNames: TypeNames,
  stop: number | undefined,
): Value {
  const { tree, root, cutInside, end } = parsed;
  const { values, gaps } = meaningOf(text, tree, notebook, typeNames);
  if (cutInside !== undefined && end !== stop) {
    const place = notebook.place(cutInside);
    const what = end >= text.trimEnd().length ? 'The text ends' : 'A value breaks off';
    const message = `${what} inside brackets that begin at ${place}: the complete parts before it were kept.`;
    notebook.add('lost', 'reader/cut-off', message, end);
  }
  const value = values[root.id] ?? null;
  if (gaps.size > 0) addPaths(value, prefix, gaps);
  return value;
}

/** Places in the values, by their number. The trees are made again at the first use: most documents never need them. */
function placesIn(text: string, lines: Lines): (index: number, path: Path) => TextRange | null {
  const unheard = new Notebook(lines);
  let found: Statements<PythonValue> | Fault | undefined;
  const meanings = new Map<Parsed, Meaning>();
  return (index, path) => {
    found ??= foundIn(text, unheard);
    const parsed = 'expected' in found ? undefined : found.statements[index]?.read.parsed;
    if (parsed === undefined) return null;
    const meaning = meanings.get(parsed) ?? meaningOf(text, parsed.tree, unheard, new WeakMap());
    meanings.set(parsed, meaning);
    const node = nodeAt(parsed.root, path, meaning.values);
    return node === undefined ? null : { start: node.start, end: node.end };
  };
}
