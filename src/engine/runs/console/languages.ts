import type { OperationCall } from '../../systems/machine.ts';
import type { SpecificationHookId } from '../../model/hooks.ts';
import type { Run } from '../run.ts';
import { scopeOf } from './scope.ts';
import { tokensOf, type Token } from './tokens.ts';

/** The first words of an expression about a task, besides functions of CEL. */
const roots = new Set([
  'context',
  'c',
  'i',
  'o',
  'input',
  'output',
  'now',
  'size',
  'has',
  'timestamp',
  'duration',
  'type',
]);

/**
 * The lines as CEL expressions, if each begins like one: `context.llm.tokens.total > 5000`. Null when one of them is a
 * call to a task instead. Comments and empty lines are skipped.
 */
export function expressionsIn(text: string, run: Run): readonly OperationCall[] | null {
  const tokens = tokensOf(text);
  const lines: { start: number; end: number; tokens: Token[] }[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'end') break;
    const line = lines.at(-1);
    if (line === undefined || (token.isFirst && depth === 0))
      lines.push({ start: token.start, end: token.end, tokens: [token] });
    else {
      line.tokens.push(token);
      line.end = token.end;
    }
    if ('([{'.includes(token.text)) depth += 1;
    else if (')]}'.includes(token.text)) depth -= 1;
  }
  const { labels, operations } = scopeOf(run);
  const calls: OperationCall[] = [];
  for (const line of lines) {
    const [first, second, third] = line.tokens;
    const isNamed = first?.kind === 'name' && second?.text === '=' && third !== undefined;
    const [head, next] = isNamed ? [third, line.tokens[3]] : [first, second];
    // `input(…)` is the operation, `input.amount` the variable.
    const isOperation = next?.text === '(' && operations.some(({ name }) => name === head?.text);
    if (head?.kind !== 'name' || !roots.has(head.text) || isOperation || labels.includes(head.text)) return null;
    const expr = text.slice(head.start, line.end).replace(/;$/, '').trimEnd();
    calls.push({ op: 'eval', ...(isNamed && { as: first.text }), args: { scope: hookOf(line.tokens), expr } });
  }
  return calls.length === 0 ? null : calls;
}

/** The hook with the variables of an expression. */
function hookOf(tokens: readonly Token[]): SpecificationHookId {
  const named = (...names: readonly string[]) =>
    tokens.some(({ kind, text }, index) => kind === 'name' && names.includes(text) && tokens[index - 1]?.text !== '.');
  if (named('o', 'output')) return 'middleware.after';
  return named('i', 'input') ? 'middleware.before' : 'turn';
}

/** A line that is no prose: a call, an assignment, an object, a comment, a statement. */
const code =
  /^\s*(?:[\p{L}_][\p{L}\p{N}_.]{0,80}(?:\s?=|\()|[{}[\]#]|(?:await|const|def|async|for|if|import|from|class)\s)/u;

/** A text with `{{paths}}`, pasted without quotes; null when there are none, or when some of it is code. */
export function templateCall(text: string): OperationCall | null {
  const isTemplate = /\{\{[^{}]{1,200}\}\}/.test(text) && !text.split('\n').some((line) => isCode(line));
  return isTemplate ? { op: 'resolve', args: { template: text.trim() } } : null;
}

const isCode = (line: string): boolean => code.test(line) && !/^\s*\{\{/.test(line);
