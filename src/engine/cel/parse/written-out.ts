import { Names } from './capture.ts';
import { lex } from './lex.ts';
import { usesIn, type Variables } from './variables.ts';

/**
 * The text with the expression of each used variable, in parentheses, in its place: for what knows no variables. A macro around
 * a use binds another name where its own occurs in that expression, so that it does not change what the expression means.
 */
export function writtenOut(text: string, variables: Variables | undefined): string {
  if (variables === undefined) return text;
  const texts = [...Object.values(variables), text];
  const used = new Set(texts.flatMap((one) => lex(one).tokens.map((token) => token.text)));
  const free = new Set(Object.values(variables).flatMap(freeIn));
  const known = new Map<string, string>();
  for (const [name, expression] of Object.entries(variables))
    known.set(name, inPlace(renamed(expression, free, used), known));
  return inPlace(renamed(text, free, used), known);
}

function freeIn(expression: string): readonly string[] {
  return [...new Names(lex(expression).tokens).variables()].flatMap(({ name, isBound }) => (isBound ? [] : [name]));
}

/** The same expression, whose macros bind none of the names around a use of a variable. */
function renamed(text: string, names: ReadonlySet<string>, used: ReadonlySet<string>): string {
  const { tokens } = lex(text);
  const uses = [...usesIn(tokens)];
  if (uses.length === 0) return text;
  const found = new Names(tokens);
  const starts = new Set(uses.map(({ at }) => at));
  const usesBefore = new Uint32Array(tokens.length + 1);
  for (const at of tokens.keys()) usesBefore[at + 1] = (usesBefore[at] ?? 0) + (starts.has(at) ? 1 : 0);
  const around = found.binders.filter(
    ({ name, from, to }) => names.has(name) && (usesBefore[from] ?? 0) < (usesBefore[to] ?? 0),
  );
  const other = new Map(around.map(({ name }) => [name, unusedLike(name, used)]));
  let written = '';
  let end = 0;
  for (const { at, name, isBound } of found.variables()) {
    const by = isBound ? other.get(name) : undefined;
    const place = tokens[at];
    if (by === undefined || place === undefined) continue;
    written += text.slice(end, place.start) + by;
    end = place.end;
  }
  return written + text.slice(end);
}

function unusedLike(name: string, used: ReadonlySet<string>): string {
  for (let number = 1; ; number++) if (!used.has(`${name}_${number}`)) return `${name}_${number}`;
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
