import { paced, type Pace } from '../../base/pace.ts';
import { type Expr, literal, parse, walk } from '../../engine/cel/index.ts';
import { gateReason, gateWords, isMarked } from '../../engine/model/gate-decision.ts';
import type { History, Turn, TurnIndex } from '../../engine/model/history.ts';
import { toJson } from '../../engine/model/json.ts';
import { entry, isList, isMap, keysOf, Unknown, type Value } from '../../engine/model/value.ts';
import type { Passage, Wanted } from '../protocol.ts';
import { invocationOf, saidOf } from './turns.ts';

/**
 * Text, unless it is a CEL expression by its form: it reads or passes on a variable of rules, or it compares. `refund`,
 * `git-push` and `index.ts` are expressions for the parser, too, but are words here.
 */
export function readWanted(written: string, systemRoot: string): Wanted {
  const quoted = /^"([^"]+)"?$/.exec(written)?.[1] ?? /^'([^']+)'?$/.exec(written)?.[1];
  // The closing quote may still be missing while the user types.
  if (quoted !== undefined) return { kind: 'text', text: quoted, isOnly: true };
  const roots = ['context', 'c', 'input', 'output', 'now', systemRoot];
  const { expr, problems } = parse(written);
  const isExpression =
    problems.length > 0
      ? roots.includes(/^[!(\s]*([a-z]+)\s*[.[]/.exec(written)?.[1] ?? '')
      : [...walk(expr)].some(({ expr: part, parent }) =>
          part.kind === 'ident' ? roots.includes(part.name) && isRead(part, parent) : isComparison(part),
        );
  return isExpression ? { kind: 'expression' } : { kind: 'text', text: written, isOnly: false };
}

/** `output.text`, `output[0]`, `output.contains("a")`, `string(output)`, `"a" in output`; but not `input - output`. */
function isRead(variable: Expr, parent: Expr | null): boolean {
  if (parent?.kind !== 'call') return parent?.kind === 'select' || parent?.kind === 'index';
  const { target, name, args } = parent;
  return target === variable || /^\w+$/.test(name.text) || (name.text === '@in' && args[0]?.kind === 'literal');
}

const comparisons = new Set(['_==_', '_!=_', '_<_', '_<=_', '_>_', '_>=_']);

const isComparison = (expr: Expr): boolean =>
  expr.kind === 'logic' || expr.kind === 'macro' || (expr.kind === 'call' && comparisons.has(expr.name.text));

/** Turns with a text in a message, function name, argument or result, in upper or lower case; ascending. */
export async function turnsWith(history: History, text: string, pace: Pace): Promise<readonly TurnIndex[]> {
  const wanted = text.toLowerCase();
  const holds = (written: string) => written.toLowerCase().includes(wanted);
  const found: TurnIndex[] = [];
  await paced(history.turns.length, pace, (index) => {
    const turn = history.turns[index];
    if (turn !== undefined && isIn(history, turn, holds)) found.push(index);
  });
  return found;
}

type Test = (written: string) => boolean;

/** What rules call an outcome, and the word that the transcript shows. */
const outcomeWords = {
  errored: 'errored failed',
  restricted: 'restricted blocked',
  pending: 'pending',
  'no-result': 'no result',
} as const;

function isIn(history: History, turn: Turn, holds: Test): boolean {
  if (holds(turn.label) || holds(turn.text ?? '') || holds(turn.thinking ?? '')) return true;
  if (turn.gate?.some((one) => isMarked(one) && (holds(gateWords(one)) || holds(gateReason(one)))) === true)
    return true;
  const invocation = invocationOf(history, turn);
  if (invocation === undefined) return false;
  const { outcome, reason = '', input = null, output = null } = invocation;
  return (
    holds(invocation.function) ||
    (outcome !== 'successful' && holds(outcomeWords[outcome])) ||
    holds(reason) ||
    valueHolds(input, holds) ||
    valueHolds(output, holds)
  );
}

/** Characters around a match, enough to recognise the sentence. */
const around = { before: 60, after: 120 };

/** The first place of a turn with a text, and the words around it: a row shows only the beginning of each part. */
export function passageWith(history: History, index: TurnIndex, text: string): Passage | null {
  const turn = history.turns[index];
  if (turn === undefined) return null;
  const { input, output } = invocationOf(history, turn) ?? {};
  const wanted = text.toLowerCase();
  const said = saidOf(turn);
  const parts = { message: said.text, thinking: said.thinking, arguments: input, result: output } as const;
  for (const part of ['message', 'thinking', 'arguments', 'result'] as const) {
    const value = parts[part];
    const written = value === undefined ? '' : typeof value === 'string' ? value : toJson(value);
    const at = written.toLowerCase().indexOf(wanted);
    if (at === -1) continue;
    const [from, to] = [Math.max(0, at - around.before), Math.min(written.length, at + text.length + around.after)];
    const shown = `${from > 0 ? '… ' : ''}${written.slice(from, to)}${to < written.length ? ' …' : ''}`;
    return { part, text: shown.replaceAll(/\s+/g, ' ') };
  }
  return null;
}

/** Keys and values at any depth, without recursion: a value may be nested a thousand deep. */
function valueHolds(value: Value, holds: Test): boolean {
  const left: Value[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') {
      if (holds(next)) return true;
    } else if (isList(next)) for (const element of next) left.push(element);
    else if (next instanceof Map) for (const pair of next) left.push(...pair);
    else if (isMap(next)) for (const key of keysOf(next)) left.push(key, entry(next, String(key)) ?? null);
    else if (!(next instanceof Unknown) && holds(literal(next))) return true;
  }
  return false;
}
