import { Unknown, type Value } from '../../engine/model/value.ts';
import { check, languageAt } from '../../engine/cel/check/index.ts';
import { CelError, literal, parse, plan, specificationLibrary } from '../../engine/cel/index.ts';

export interface ExpressionReport {
  /** The counts, then every message with the number of its expressions and the first of them. */
  readonly lines: readonly string[];
  /** Expressions that have neither a value nor a message. */
  readonly silent: number;
}

/** The messages for a user who pastes these expressions into a rule at `guardrail.before`. */
export function expressionReport(jsonLines: string): ExpressionReport {
  const sentences = new Map<string, { count: number; readonly first: string }>();
  const counts = { parse: 0, refused: 0, value: 0, silent: 0 };
  for (const text of expressionsIn(jsonLines)) {
    const { kind, messages } = resultOf(text);
    counts[kind]++;
    for (const message of new Set(messages)) {
      const known = sentences.get(message);
      if (known === undefined) sentences.set(message, { count: 1, first: text });
      else known.count++;
    }
  }
  const heading = `${counts.value} have a value, ${counts.refused} are refused with a message, ${counts.parse} do not parse, ${counts.silent} have neither`;
  const sorted = [...sentences].toSorted(([, a], [, b]) => b.count - a.count);
  const lines = sorted.map(
    ([message, { count, first }]) => `${String(count).padStart(5)}  ${message}\n       ${short(first)}`,
  );
  return { lines: [heading, ...lines], silent: counts.silent };
}

function expressionsIn(jsonLines: string): readonly string[] {
  return jsonLines.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null && 'expr' in read && typeof read.expr === 'string'
      ? [read.expr]
      : [];
  });
}

interface Result {
  readonly kind: 'parse' | 'refused' | 'value' | 'silent';
  readonly messages: readonly string[];
}

/** The variables of the hook, at a turn where only the time is known. */
const atSomeTurn: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['context', new Unknown([['context']])],
  ['input', new Unknown([['input']])],
  ['now', '2026-05-20T03:45:00Z'],
]);

function resultOf(text: string): Result {
  const { expr, problems } = parse(text);
  if (problems.length > 0) return { kind: 'parse', messages: problems.map(({ message }) => message) };
  const found = check(expr, languageAt('guardrail.before'));
  const wrong = found.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (wrong.length > 0) return { kind: 'refused', messages: wrong };
  const outcome = plan(expr, specificationLibrary).run(atSomeTurn);
  if (!(outcome instanceof CelError)) return { kind: 'value', messages: [`has a value, ${short(literal(outcome))}`] };
  return outcome.message === '' ? { kind: 'silent', messages: [] } : { kind: 'refused', messages: [outcome.message] };
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};
