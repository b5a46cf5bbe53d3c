import type { Pace } from '../../base/pace.ts';
import { literal } from '../cel/index.ts';
import { ownOf } from '../model/context-view.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { indexOf } from '../model/history-index.ts';
import { inputOf } from '../model/hook-values.ts';
import type { History, Invocation } from '../model/history.ts';
import { written } from '../model/prefix.ts';
import { Double, entry, isList, isMap, keysOf, Unknown, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from './rule.ts';
import { sweep, type SweepLimits } from './sweep.ts';
import { swept } from './swept.ts';

/** A rule that fires in the session, and what it asks for: *only recipients that the user named*. */
export interface Suggestion {
  readonly rule: Rule;
  readonly about: string;
}

/**
 * Rules about the risks of agents (secrets, recipients, amounts, commands, loops, failures, tokens) that fire in this
 * session, the most relevant first. A session without such a risk has none: a rule that only forbids what happened is of
 * no use.
 */
export async function suggestionsFor(session: OpenSession, pace: Pace): Promise<readonly Suggestion[]> {
  const called = callsIn(session);
  const found: Suggestion[] = [];
  const isLong = session.history.turns.length > manyTurns;
  let left = mostJudged;
  for (const kind of [secrets, recipients, amounts, commands, repeats, failures, tokens, calls]) {
    for (const { isBudget = false, ...candidate } of kind(called, session.history)) {
      const { counts } = isLong
        ? await sweep(session, candidate.rule, defaultDecisions, pace, undefined, limits)
        : await swept(session, candidate.rule, defaultDecisions, pace);
      left -= counts.eligible;
      // A budget that is spent before the first turn it is about says nothing.
      if (counts.fire > 0 && counts.error === 0 && !(isBudget && counts.fire === counts.eligible)) {
        found.push(candidate);
        break;
      }
      if (isLong && left <= 0) return found;
    }
    if (found.length === mostSuggested) break;
  }
  return found;
}

/**
 * A session is shown together with its suggestions. A long one must not wait for them: each rule is judged at its first
 * turns, and only so many in all. Counted, because with a time the speed of the machine would decide what is suggested.
 */
const manyTurns = 2_000;
const limits: SweepLimits = { turns: 4_000, steps: 2_000 };
const mostJudged = 20_000;

const mostSuggested = 3;

/** Calls that are looked at; a live session asks again while it grows. */
const mostCalls = 5000;

/** All calls of one function, with their arguments where they are recorded. */
interface Called {
  readonly fn: string;
  readonly inputs: readonly Value[];
  readonly errors: number;
  /** Some call has no message of the user before it, because the recording begins after that message. */
  readonly isUnprompted: boolean;
}

interface Candidate extends Suggestion {
  readonly isBudget?: true;
}

function callsIn(session: OpenSession): readonly Called[] {
  const byName = new Map<string, Invocation[]>();
  for (const invocation of session.history.invocations.slice(0, mostCalls)) {
    const known = byName.get(invocation.function);
    if (known === undefined) byName.set(invocation.function, [invocation]);
    else known.push(invocation);
  }
  return [...byName].map(([fn, invocations]) => ({
    fn,
    inputs: invocations.flatMap(({ turn }) => {
      const input = inputOf(session.history, turn);
      return input === undefined || input instanceof Unknown ? [] : [input];
    }),
    errors: invocations.filter(({ outcome }) => outcome === 'errored').length,
    isUnprompted: invocations.some((invocation) => !hasInputBefore(session.history, invocation)),
  }));
}

/** In the context of the call. */
function hasInputBefore(history: History, { turn, node }: Invocation): boolean {
  const own = ownOf(history, node);
  const at = own === undefined ? turn : written(own.turns, turn) - 1;
  return written(indexOf(own?.history ?? history).inputTurns, at - 1) > 0;
}

const before = (match: string | null, expression: string): Rule => ({ hook: 'middleware.before', match, expression });

/** Longer arguments are files rather than parameters. */
const mostSearched = 4000;

function* secrets(called: readonly Called[]): Generator<Candidate> {
  const texts = called.flatMap(({ inputs }) =>
    inputs.flatMap((input) => fieldsOf(input).flatMap(({ value }) => (typeof value === 'string' ? value : []))),
  );
  for (const { pattern, about, is } of secretKinds) {
    const finds = new RegExp(pattern, 'g');
    if (texts.some((text) => (text.slice(0, mostSearched).match(finds) ?? []).some(is)))
      yield {
        rule: before(null, `input.all(k, type(input[k]) != string || !input[k].matches(r"${pattern}"))`),
        about,
      };
  }
}

const secretKinds = [
  { pattern: String.raw`\b[0-9]{13,19}\b`, about: 'no card number in an argument', is: isCardNumber },
  {
    pattern: String.raw`\b(sk-|ghp_|xox[bp]-|AKIA)[A-Za-z0-9_-]{12}|-----BEGIN [A-Z ]*PRIVATE KEY`,
    about: 'no access key in an argument',
    is: () => true,
  },
  {
    pattern: String.raw`(^|[/ ])(\.env\b|\.ssh/|\.aws/credentials|id_rsa)`,
    about: 'no file of secrets in an argument',
    is: () => true,
  },
];

/** The check digit of payment cards (ISO/IEC 7812), so that other long numbers are not taken for one. */
function isCardNumber(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0 && /[1-9]/.test(digits);
}

const sendingVerbs = new Set(['send', 'transfer', 'pay', 'invite', 'share', 'forward', 'post', 'notify', 'schedule']);

const recipientKeys =
  /^(recipients?|to|(to_?|user_?|recipient_?)?(e?mail)(_?address)?|iban|payee|phone(_?number)?|channel|user|url)$/i;

/** An agent sends only to recipients that the user named: a text that it read must not choose them. */
function* recipients(called: readonly Called[]): Generator<Candidate> {
  for (const { fn, inputs, isUnprompted } of called) {
    if (!wordsIn(fn).some((word) => sendingVerbs.has(word))) continue;
    const key = keysIn(inputs).find((name) => recipientKeys.test(name));
    if (key === undefined) continue;
    const values = inputs.map((input) => fieldOf(input, key));
    const about = 'only recipients that the user named';
    const named = (text: string) =>
      `context.input.exists(i, i.message.exists(p, has(p.text) && p.text.contains(${text})))`;
    // Without a message on record, it is not known whom the user named.
    const guard = isUnprompted ? 'context.input.size() == 0 || ' : '';
    if (values.every((value) => typeof value === 'string'))
      yield { rule: before(fn, `${guard}${named(`input.${key}`)}`), about };
    else if (values.every((value) => value !== undefined && isList(value)))
      yield { rule: before(fn, `${guard}input.${key}.all(r, ${named('r')})`), about };
  }
}

const amountKeys = /(^|_)(amount|price|total|cost|budget)$|(Amount|Price|Total|Cost|Budget)$/;

function* amounts(called: readonly Called[]): Generator<Candidate> {
  const found = called.flatMap(({ fn, inputs }) =>
    keysIn(inputs)
      .filter((key) => amountKeys.test(key))
      .map((key) => ({ fn, key, inputs, largest: Math.max(...inputs.map((input) => numberIn(fieldOf(input, key)))) })),
  );
  for (const { fn, key, inputs, largest } of found.toSorted((a, b) => b.largest - a.largest)) {
    if (largest <= 1) continue;
    const expression = `${guardOf(inputs, key)}input.${key} <= ${roundBelow(largest)}`;
    yield { rule: before(fn, expression), about: `a limit for the ${wordsIn(key).join(' ')}` };
  }
}

const riskyWords = ['rm', 'sudo', 'git push', 'git reset', 'chmod', 'drop table'];

/** Commands that delete, publish or gain rights, as far as they occur. */
function* commands(called: readonly Called[]): Generator<Candidate> {
  for (const { fn, inputs } of called) {
    const key = keysIn(inputs).find((name) => /^(command|cmd|script|sql)$/i.test(name));
    if (key === undefined) continue;
    const values = inputs.map((input) => fieldOf(input, key)).filter((value) => value !== undefined);
    const used = riskyWords.filter((word) => {
      const finds = new RegExp(String.raw`\b${word}\b`, 'i');
      return values.some((value) => typeof value === 'string' && finds.test(value.slice(0, mostSearched)));
    });
    if (used.length === 0) continue;
    const words = used.length === 1 ? used.join('') : `(${used.join('|')})`;
    const expression = `${guardOf(inputs, key)}!input.${key}.matches(r"\\b${words}\\b")`;
    yield { rule: before(fn, expression), about: `no ${used.join(', ')} in a command` };
  }
}

/** Calls without arguments are left out: rolling a die again is no loop. */
function* repeats(called: readonly Called[]): Generator<Candidate> {
  const repeated = called.map(({ fn, inputs }) => {
    const times = new Map<string, number>();
    for (const input of inputs.filter((one) => fieldsOf(one).length > 0)) {
      const text = literal(input);
      times.set(text, (times.get(text) ?? 0) + 1);
    }
    return { fn, most: Math.max(0, ...times.values()) };
  });
  for (const { fn, most } of repeated.toSorted((a, b) => b.most - a.most)) {
    if (most < 3) return;
    yield {
      rule: before(fn, `${capability(fn)}.inputs.filter(i, i == input).size() < 2`),
      about: 'no third call with the same arguments',
    };
  }
}

function* failures(called: readonly Called[]): Generator<Candidate> {
  for (const { fn, errors } of called.toSorted((a, b) => b.errors - a.errors)) {
    if (errors < 3) return;
    const most = errors < 10 ? 3 : roundBelow(errors);
    yield {
      rule: before(fn, `${capability(fn)}.count_errored < ${most}`),
      about: `a stop after ${most} failures`,
      isBudget: true,
    };
  }
}

function* tokens(_called: readonly Called[], { tokens: sums }: History): Generator<Candidate> {
  const spent = sums.at(-1)?.total ?? 0;
  if (spent <= 1000) return;
  const expression = `context.llm.tokens.total <= ${roundBelow(spent)}`;
  const rules: readonly Rule[] = [before(null, expression), { hook: 'guardrail.after', match: null, expression }];
  for (const rule of rules) yield { rule, about: 'a token budget', isBudget: true };
}

function* calls(_called: readonly Called[], { invocations }: History): Generator<Candidate> {
  if (invocations.length <= 20) return;
  const expression = `context.capabilities._meta.count < ${roundBelow(invocations.length)}`;
  yield { rule: before(null, expression), about: 'a limit on the number of calls', isBudget: true };
}

/** The largest of 1, 2, 5, 10, 20, 50, … below a number, and of their fractions. */
function roundBelow(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(largest));
  const found = [5, 2, 1].map((step) => step * power).find((bound) => bound < largest) ?? power / 2;
  return Number(found.toPrecision(1));
}

const isName = (key: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(key);

const capability = (fn: string) => `context.capabilities${isName(fn) ? `.${fn}` : `[${literal(fn)}]`}`;

/** `send_money`, `sendMoney` and `mcp.send-money` are the words *send* and *money*. */
const wordsIn = (name: string): readonly string[] =>
  name
    .split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

function fieldsOf(input: Value): readonly { readonly key: string; readonly value: Value }[] {
  if (!isMap(input)) return [];
  return keysOf(input).flatMap((key) => {
    const value = typeof key === 'string' ? entry(input, key) : undefined;
    return typeof key === 'string' && value !== undefined ? [{ key, value }] : [];
  });
}

const fieldOf = (input: Value, key: string): Value | undefined => (isMap(input) ? entry(input, key) : undefined);

/** The names of the arguments that a rule can write as `input.name`. */
const keysIn = (inputs: readonly Value[]): readonly string[] => [
  ...new Set(inputs.flatMap((input) => fieldsOf(input).flatMap(({ key }) => (isName(key) ? key : [])))),
];

/** Before a test of an argument that some calls leave out. */
const guardOf = (inputs: readonly Value[], key: string): string =>
  inputs.every((input) => fieldOf(input, key) !== undefined) ? '' : `!has(input.${key}) || `;

/** Minus infinity for a value that is no number. */
function numberIn(value: Value | undefined): number {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' ? value : -Infinity;
}
