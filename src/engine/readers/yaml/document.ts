import type { Note } from '../../model/problem.ts';
import type { Document } from '../document.ts';
import { isList, isRecord } from '../../model/value.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { insideFence } from '../unwrap.ts';
import { readYaml } from './index.ts';

/** A recording that was written as YAML; undefined for what is none, or not without faults. */
export function yamlDocument(text: string): Document | undefined {
  const { plain, notes } = withoutDress(text);
  const read = readYaml(plain);
  if (!read.ok) return undefined;
  const { value, problems, locate } = read.value;
  if (problems.length > 0 || !(isList(value) || isRecord(value))) return undefined;
  return { syntax: 'yaml', text, value, notes, typeName: () => undefined, locate };
}

/** Spaces in place of what stands around a code block, and of the tags that PyYAML writes: every place stays what it is. */
function withoutDress(text: string): { readonly plain: string; readonly notes: readonly Note[] } {
  const notebook = new Notebook(new Lines(text));
  const { start, end } =
    text.includes('```yaml') || text.includes('```yml') ? insideFence(text, notebook) : wholeOf(text);
  const inside = blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end));
  const plain = inside.replaceAll(pythonTag, (found, offset: number) => {
    notebook.add(
      'assumed',
      'reader/yaml-tag',
      'The names of Python classes were left out: what they hold was read.',
      offset,
    );
    return blank(found);
  });
  return { plain, notes: notebook.notes() };
}

const wholeOf = (text: string) => ({ start: 0, end: text.length });

const blank = (text: string): string => text.replaceAll(/[^\r\n]/g, ' ');

/** https://pyyaml.org/wiki/PyYAMLDocumentation#yaml-tags-and-python-types */
const pythonTag = /(?<=^[ -]*|: )!!python\/[\w/:.,]+/gm;
