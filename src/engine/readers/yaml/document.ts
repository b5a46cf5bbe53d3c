import { withoutEnd } from '../../../base/scan.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Document } from '../document.ts';
import { isList, isRecord, valueAt, type Value } from '../../model/value.ts';
import { Lines, placeIn } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { insideFence } from '../unwrap.ts';
import type { YamlDocument } from './index.ts';

/**
 * A recording in YAML, read up to a cut-off end. A problem for a text with other faults, which may be something else;
 * undefined for a text that is no recording. `readYaml` is a parameter, because its code is large and loaded on demand.
 */
export function yamlDocument(
  text: string,
  readYaml: (text: string) => Result<YamlDocument, Problem>,
): Result<Document, Problem> | undefined {
  const { plain, notes } = withoutFenceAndTags(text);
  const read = readYaml(plain);
  if (!read.ok) return read;
  const { value: whole, problems, locate } = read.value;
  if (!(isList(whole) || isRecord(whole))) return undefined;
  const end = plain.trimEnd().length;
  const lastLine = plain.lastIndexOf('\n', end - 1) + 1;
  const [fault] = problems.filter(({ range }) => range !== undefined && range.end < end && range.start < lastLine);
  if (fault !== undefined) return err(placed(fault, text));
  const last = lastScalar(whole);
  const range = locate(last);
  const written = range === null ? '' : plain.slice(range.start, range.end).trim();
  const isWhole = /^(?:'.*'|".*"|\[.*\]|\{.*\}|true|false|null|~)$/s.test(written);
  // The text ends after a key or a dash, in a quoted text, or in a key.
  const isLast = range === null ? problems.length > 0 : range.end >= end && !isWhole;
  const isCut = isLast && (written === '' || problems.length > 0);
  const value = isCut ? without(whole, last) : whole;
  const ending =
    isCut || problems.length > 0
      ? [noteAt(text, end, 'lost', 'reader/cut-off', 'The text ends within a value: the complete parts were kept.')]
      : range?.end === text.length && !isWhole && !text.endsWith('\n')
        ? [noteAt(text, end, 'assumed', 'reader/perhaps-cut', perhapsCut)]
        : [];
  return ok({ syntax: 'yaml', text, value, notes: [...notes, ...ending], typeName: () => undefined, locate });
}

const perhapsCut = 'The text ends without a line break, so its last value may be incomplete: it was kept as it is.';

/** The place of the last value that is no list or record, unless the last of these is empty. */
function lastScalar(value: Value): Path {
  const key = isList(value) ? value.length - 1 : isRecord(value) ? Object.keys(value).at(-1) : undefined;
  const inner = key === undefined ? undefined : valueAt(value, [key]);
  return key === undefined || inner === undefined ? [] : [key, ...lastScalar(inner)];
}

/** The value without its part at a path of last keys and elements. */
function without(value: Value, [key = '', ...rest]: Path): Value {
  if (isList(value)) {
    const before = [...value].slice(0, -1);
    return rest.length === 0 ? before : [...before, without([...value].at(-1) ?? null, rest)];
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([name, held]) => {
    if (name !== key) return [[name, held] as const];
    return rest.length === 0 ? [] : [[name, without(held, rest)] as const];
  });
  // `fromEntries` makes `__proto__` a key like any other.
  return Object.fromEntries(entries);
}

function placed(problem: Problem, text: string): Problem {
  const place = placeIn(text, problem.range?.start ?? 0);
  return { ...problem, message: `At ${place}: ${problem.message} Fix the text there and open it again.` };
}

const noteAt = (text: string, at: number, severity: Note['severity'], code: string, message: string): Note => ({
  severity,
  code,
  message,
  place: placeIn(text, at),
});

/** Puts spaces in place of the text around a code block, and of PyYAML's tags: every place stays the same. */
function withoutFenceAndTags(text: string): { readonly plain: string; readonly notes: readonly Note[] } {
  const notebook = new Notebook(new Lines(text));
  const { start, end } =
    text.includes('```yaml') || text.includes('```yml') ? insideFence(text, notebook) : wholeOf(text);
  const inside = blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
  const plain = inside.replaceAll(pythonTag, (found, offset: number) => {
    if (!isTagAt(inside, offset)) return found;
    notebook.add(
      'assumed',
      'reader/yaml-tag',
      'The names of Python classes were left out: their content was read.',
      offset,
    );
    return blank(found);
  });
  return { plain, notes: notebook.notes() };
}

const wholeOf = (text: string) => ({ start: 0, end: text.length });

const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, ' ');

/** https://pyyaml.org/wiki/PyYAMLDocumentation#yaml-tags-and-python-types */
const isTagAt = (text: string, offset: number): boolean =>
  text.slice(0, offset).endsWith(': ') ||
  withoutEnd(text.slice(text.lastIndexOf('\n', offset) + 1, offset), /[ -]/) === '';
const pythonTag = /!!python\/[\w/:.,]+/g;
