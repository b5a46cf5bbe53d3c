import type { Fault } from '../fault.ts';
import type { Notebook } from '../notebook.ts';
import type { Readable, Syntax } from '../statements.ts';
import { isWholeOnly, wrapperOf } from './constructors.ts';
import type { Node } from './node.ts';
import { parsePython, type Parsed } from './parse.ts';
import { Tokens } from './tokens.ts';

export interface PythonValue extends Readable {
  readonly parsed: Parsed;
}

export function pythonSyntax(text: string, end: number): Syntax<PythonValue> {
  return {
    readAt(start, notebook) {
      const parsed = parsePython(text, start, end, notebook, false);
      return 'expected' in parsed ? parsed : readable(text, parsed);
    },
    fieldsAt(start, notebook) {
      const parsed = parsePython(text, start, end, notebook, true);
      if ('expected' in parsed) return parsed;
      const isRecord = parsed.root.kind === 'fields' && parsed.root.keywords.length > 1;
      return isRecord ? readable(text, parsed) : noFields(start, parsed.end);
    },
    skipBlank: (offset: number, notebook: Notebook) => new Tokens(text, end, notebook).skipBlank(offset),
  };
}

const noFields = (start: number, walkedTo: number): Fault => ({
  code: 'reader/python',
  at: { start, end: start + 1 },
  expected: 'two or more fields',
  advice: 'Mend the text there and open it again.',
  walkedTo,
});

function readable(text: string, parsed: Parsed): PythonValue {
  const { root, tree, end, hasText } = parsed;
  const isStructured = tree.nodes.some(
    (node) => (node.kind === 'dict' && node.keys.length > 0) || (node.kind === 'call' && node.keywords.length > 0),
  );
  return { parsed, end, kind: kindOf(text, root), isStructured, isDoubtful: hasText || isCode(root) };
}

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

/** `warnings.warn("…")` is a line of a program rather than a printed value. */
const isCode = (root: Node): boolean =>
  root.kind === 'call' && root.keywords.length === 0 && !isWholeOnly(root.name) && wrapperOf(root.name) === undefined;
