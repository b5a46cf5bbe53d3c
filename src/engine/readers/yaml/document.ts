import { withoutEnd } from '../../../base/scan.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import type { Document } from '../document.ts';
import { isList, isRecord } from '../../model/value.ts';
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
  const { value, problems, locate } = read.value;
  if (!(isList(value) || isRecord(value))) return undefined;
  const end = plain.trimEnd().length;
  const lastLine = plain.lastIndexOf('\n', end - 1) + 1;
  const [fault] = problems.filter(({ range }) => range !== undefined && range.end < end && range.start < lastLine);
  if (fault !== undefined) return err(placed(fault, text));
  const cut = problems.length === 0 ? [] : [cutAt(text, end)];
  return ok({ syntax: 'yaml', text, value, notes: [...notes, ...cut], typeName: () => undefined, locate });
}

function placed(problem: Problem, text: string): Problem {
  const place = placeIn(text, problem.range?.start ?? 0);
  return { ...problem, message: `At ${place}: ${problem.message} Fix the text there and open it again.` };
}

const cutAt = (text: string, end: number): Note => ({
  severity: 'lost',
  code: 'reader/cut-off',
  message: 'The text ends within a value: the complete parts were kept.',
  place: placeIn(text, end),
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
