import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem, TextRange } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { problemOf } from '../../readers/fault.ts';
import { Lines } from '../../readers/lines.ts';
import { Notebook } from '../../readers/notebook.ts';
import { valueOfNode } from '../../readers/python/meaning.ts';
import type { Call, Node, Tree } from '../../readers/python/node.ts';
import { parsePython } from '../../readers/python/parse.ts';
import { problem } from './problems.ts';

/** A line as it is written, before anyone asks whether there are such names. */
export interface Written {
  readonly as: Name | null;
  /** Null where only the operation is named. */
  readonly object: Name | null;
  readonly operation: Name;
  readonly arguments: readonly WrittenArgument[];
  /** The whole call, without what it is assigned to. */
  readonly range: TextRange;
}

export interface Name extends TextRange {
  readonly text: string;
}

export interface WrittenArgument extends TextRange {
  /** Null for a positional one. */
  readonly name: string | null;
  /** A bare name, which may be that of something made earlier. */
  readonly reference: string | null;
  readonly value: Value;
}

/** More than anyone types; a file is opened, not typed. */
const longest = 1_000_000;

const assigned = /^(\s*)([\p{L}_][\p{L}\p{N}_]*)(\s*=(?!=)\s*)/u;
/** Machines make names such as `context-1`: nothing is subtracted here, so a hyphen may stand in the name of an object. */
const called = /^\s*((?:[\p{L}_][\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*\.)*)([\p{L}_][\p{L}\p{N}_]*)\s*(\(?)/u;

/** `child = ctx.derive(agent_name="Child")`: Python's syntax, with JSON's words too. */
export function readLine(text: string): Result<Written, Problem> {
  if (text.length > longest) {
    return err(
      problem('too-long', 'This line is too long for a console. Load it as a script.', { start: 0, end: longest }),
    );
  }
  const assignment = assigned.exec(text);
  const as = assignment === null ? null : nameAt(assignment[2] ?? '', (assignment[1] ?? '').length);
  const start = assignment?.[0].length ?? 0;
  const head = called.exec(text.slice(start));
  const blank = /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
  if (head === null || head[3] !== '(') return err(noCall(text, start + blank));
  const path = (head[1] ?? '').slice(0, -1);
  const object = path === '' ? null : nameAt(path, start + blank);
  const operation = nameAt(head[2] ?? '', start + blank + (head[1] ?? '').length);
  return readCall(text, operation, (given, end) => ({
    as,
    object,
    operation,
    arguments: given,
    range: { start: start + blank, end },
  }));
}

const nameAt = (text: string, start: number): Name => ({ text, start, end: start + text.length });

function readCall(
  text: string,
  operation: Name,
  written: (given: readonly WrittenArgument[], end: number) => Written,
): Result<Written, Problem> {
  const lines = new Lines(text);
  const notebook = new Notebook(lines);
  // The operation's own name stands right before the bracket, as the reader of printed objects wants it.
  const parsed = parsePython(text, operation.start, text.length, notebook, 'value');
  if ('expected' in parsed) return err(problemOf(parsed, text, lines));
  const { root, tree, end, cutInside } = parsed;
  if (cutInside !== undefined) {
    // A call begins with its name.
    const start = Math.max(cutInside, text.slice(cutInside).search(/[([{]/) + cutInside);
    return err(problem('unclosed', 'This bracket is not closed.', { start, end: start + 1 }));
  }
  const rest = end + (/^[\s;]*/.exec(text.slice(end))?.[0].length ?? 0);
  if (root.kind !== 'call') return err(noCall(text, operation.start));
  if (rest < text.length) {
    return err(
      problem('more-text', 'One call ends before this; write the next on a line of its own.', {
        start: rest,
        end: text.length,
      }),
    );
  }
  const skipped = root.args === null ? [root] : [root, root.args];
  const odd = oddNode(text, tree, new Set([...(root.args?.items ?? []), ...root.values]), skipped);
  if (odd !== null) return err(odd);
  return ok(written(argumentsIn(text, tree, root, notebook), end));
}

const noCall = (text: string, start: number): Problem =>
  problem('no-call', 'A call was expected here, such as ctx.set(path="a.b", value=1).', {
    start: Math.min(start, text.length),
    end: text.length,
  });

/** A value as it stands after `name=`, alone in a text. */
export function readValue(text: string): Result<WrittenArgument, Problem> {
  const start = /^\s*/.exec(text)?.[0].length ?? 0;
  const lines = new Lines(text);
  const notebook = new Notebook(lines);
  const parsed = parsePython(text, start, text.length, notebook, 'value');
  if ('expected' in parsed) return err(problemOf(parsed, text, lines));
  const { root, tree, end, cutInside } = parsed;
  if (cutInside !== undefined) {
    return err(problem('unclosed', 'This bracket is not closed.', { start: cutInside, end: cutInside + 1 }));
  }
  if (text.slice(end).trim() !== '') {
    const rest = { start: end, end: text.length };
    return err(problem('more-text', 'One value ends before this; several stand in brackets, as in [1, 2].', rest));
  }
  const odd = oddNode(text, tree, new Set([root]), []);
  return odd === null ? ok(argumentAt(text, tree, null, root, notebook)) : err(odd);
}

function argumentsIn(text: string, tree: Tree, call: Call, notebook: Notebook): readonly WrittenArgument[] {
  const at = (name: string | null, node: Node) => argumentAt(text, tree, name, node, notebook);
  const positional = (call.args?.items ?? []).map((node) => at(null, node));
  const named = call.values.map((node, index) => at(call.keywords[index] ?? null, node));
  return [...positional, ...named].toSorted((a, b) => a.start - b.start);
}

const argumentAt = (
  text: string,
  tree: Tree,
  name: string | null,
  node: Node,
  notebook: Notebook,
): WrittenArgument => ({
  name,
  reference: isReference(text, node) ? text.slice(node.start, node.end) : null,
  value: valueOfNode(text, tree, node, notebook),
  start: node.start,
  end: node.end,
});

const words = /^(?:None|True|False|null|true|false)$/;

const isReference = (text: string, node: Node): boolean =>
  node.kind === 'name' && !words.test(text.slice(node.start, node.end));

/** Arguments are what JSON can say, so that a script can: the first node that is anything else. */
function oddNode(text: string, { nodes }: Tree, direct: ReadonlySet<Node>, skipped: readonly Node[]): Problem | null {
  for (const node of nodes) {
    if (skipped.includes(node)) continue;
    const what = whatIsOdd(text, node, direct.has(node));
    if (what !== null) return problem('not-plain', what, { start: node.start, end: node.end });
  }
  return null;
}

function whatIsOdd(text: string, node: Node, isDirect: boolean): string | null {
  switch (node.kind) {
    case 'string':
    case 'number':
    case 'list':
    case 'tuple':
      return null;
    case 'dict':
      return node.keys.every(({ kind }) => kind === 'string')
        ? null
        : 'Keys of an object are texts: put them in quotes.';
    case 'name':
      if (isDirect || !isReference(text, node)) return null;
      return 'A bare name stands for something only as a whole argument; a text needs quotes.';
    default:
      return 'Write this as a text, a number, a list or an object: a script can hold nothing else.';
  }
}
