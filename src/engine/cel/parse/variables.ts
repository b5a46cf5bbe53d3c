import type { Problem, TextRange } from '../../model/problem.ts';
import { lex } from './lex.ts';
import type { Token } from './token.ts';

/**
 * Expressions that a policy gives names to. `variables.name` means one of them, which may use those before it.
 */
export interface Variables {
  readonly [name: string]: string;
}

/** The text with the expression of each used variable, in parentheses, in its place: for what knows no variables. */
export function writtenOut(text: string, variables: Variables | undefined): string {
  if (variables === undefined) return text;
  const known = new Map<string, string>();
  for (const [name, expression] of Object.entries(variables)) known.set(name, inPlace(expression, known));
  return inPlace(text, known);
}

function inPlace(text: string, known: ReadonlyMap<string, string>): string {
  let written = '';
  let end = 0;
  for (const { name, place } of usesIn(lex(text).tokens)) {
    const meant = known.get(name);
    if (meant === undefined) continue;
    written += `${text.slice(end, place.start)}(${meant})`;
    end = place.end;
    if (written.length > maxText) return text;
  }
  return written + text.slice(end);
}

const maxText = 200_000;

/** Each variable may use an earlier one twice, so the whole can grow without limit. */
const maxTokens = 100_000;

/**
 * The tokens with those of each used variable, in parentheses, in its place. They all have the place of the use in the
 * text, so that whatever is said of them points there.
 */
export function withVariables(
  tokens: readonly Token[],
  variables: Variables,
  report: (problem: Problem) => void,
): readonly Token[] {
  /** Null for one that is too long, which matters only where it is used. */
  const known = new Map<string, readonly Token[] | null>();
  for (const [name, expression] of Object.entries(variables)) {
    const lexed = lex(expression).tokens.filter(({ kind }) => kind !== 'end');
    known.set(name, replace(lexed, known));
  }
  const replaced = replace(tokens, known);
  if (replaced !== null) return replaced;
  const message = `With the variables in it, this expression has more than ${maxTokens} words and signs, which is the limit.`;
  report({ code: 'cel/parse', message, range: { start: 0, end: tokens.at(-1)?.end ?? 0 } });
  return tokens;
}

function replace(
  tokens: readonly Token[],
  variables: ReadonlyMap<string, readonly Token[] | null>,
): readonly Token[] | null {
  const replaced: Token[] = [];
  let next = 0;
  for (const { name, at, place } of usesIn(tokens)) {
    const meant = variables.get(name);
    if (meant === undefined) continue;
    if (meant === null || replaced.length + meant.length > maxTokens) return null;
    for (const token of tokens.slice(next, at)) replaced.push(token);
    replaced.push({ kind: 'punct', text: '(', ...place });
    for (const one of meant) replaced.push({ ...one, ...place });
    replaced.push({ kind: 'punct', text: ')', ...place });
    next = at + 3;
  }
  return [...replaced, ...tokens.slice(next)];
}

interface Use {
  readonly name: string;
  /** Index of its first token, of three. */
  readonly at: number;
  readonly place: TextRange;
}

function* usesIn(tokens: readonly Token[]): Generator<Use> {
  for (const [at, { kind, text, start }] of tokens.entries()) {
    if (kind !== 'ident' || text !== 'variables') continue;
    const [dot, name] = [tokens[at + 1], tokens[at + 2]];
    const before = tokens.slice(Math.max(0, at - 2), at);
    // `x.variables` and `x.?variables`
    const isField = before.at(-1)?.text === '.' || (before.at(-1)?.text === '?' && before[0]?.text === '.');
    if (!isField && dot?.kind === 'punct' && dot.text === '.' && name?.kind === 'ident')
      yield { name: name.text, at, place: { start, end: name.end } };
  }
}
