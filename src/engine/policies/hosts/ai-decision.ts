import type { Decisions } from '../../model/decisions.ts';
import type { PolicyOutcome } from '../../model/verdict.ts';
import { type Effect, effectIn, type HostEffect } from '../../model/host-effect.ts';
import type { Match, MatchList, PolicyRule } from '../policy.ts';
import type { Computed, Decided, ReplayedStep } from '../replayed-turn.ts';

/** `none`: no match is true, so the policy decides nothing. */
type Possible = ReadonlySet<'none' | 'pass' | 'unknown' | 'block'>;

/**
 * The decision of a policy whose matches nest. In a list, the first match that is true decides; of an `aggregate`, the strictest
 * of those that are true. A condition that is unknown leaves the decision open, unless all possible results are equal.
 */
export function decideMatches(
  list: MatchList,
  compute: (rule: PolicyRule) => Computed,
  { assertError }: Pick<Decisions, 'assertError'>,
): Decided {
  const deciding = new Deciding(compute, assertError === 'closed' ? 'block' : 'pass');
  const possible = new Set([...deciding.of(list)].map((one): PolicyOutcome => (one === 'none' ? 'pass' : one)));
  const [only = 'pass', ...others] = possible;
  const outcome = others.length === 0 ? only : 'unknown';
  return {
    outcome,
    steps: deciding.steps,
    error: outcome === 'block' ? (deciding.message ?? 'Denied by the policy.') : null,
  };
}

class Deciding {
  readonly steps: ReplayedStep[] = [];
  /** Of the latest effect that blocks. */
  message: string | null = null;
  readonly #compute: (rule: PolicyRule) => Computed;
  /** An expression that fails leaves the whole policy without a result. */
  readonly #atError: 'block' | 'pass';
  #isOver = false;

  constructor(compute: (rule: PolicyRule) => Computed, atError: 'block' | 'pass') {
    this.#compute = compute;
    this.#atError = atError;
  }

  of({ every, matches }: MatchList): Possible {
    return every ? this.#every(matches) : this.#first(matches);
  }

  #first(matches: readonly Match[]): Possible {
    const possible = new Set<'none' | 'pass' | 'unknown' | 'block'>();
    for (const [at, match] of matches.entries()) {
      const is = this.#test(match);
      if (is === false) {
        this.#pass(match, 'skipped');
        continue;
      }
      for (const one of is === 'error' ? [this.#atError] : this.#then(match)) possible.add(one);
      if (is === 'error' || this.#isOver) this.#isOver = true;
      // Rules under a match without a condition may decide nothing; then the next match does.
      const goesOn = is === 'unknown' || (match.condition === null && possible.has('none'));
      if (goesOn && !this.#isOver) {
        if (match.condition === null) possible.delete('none');
        continue;
      }
      for (const other of matches.slice(at + 1)) this.#pass(other, 'not-reached');
      return possible;
    }
    return possible.add('none');
  }

  #every(matches: readonly Match[]): Possible {
    let possible: Possible = new Set(['none'] as const);
    for (const match of matches) {
      const is = this.#isOver ? false : this.#test(match);
      if (is === false) {
        this.#pass(match, this.#isOver ? 'not-reached' : 'skipped');
        continue;
      }
      if (is === 'error') {
        this.#isOver = true;
        possible = new Set([this.#atError]);
        continue;
      }
      const own = new Set([...this.#then(match), ...(is === 'unknown' ? (['none'] as const) : [])]);
      possible = new Set([...possible].flatMap((one) => [...own].map((other) => stricter(one, other))));
    }
    return possible;
  }

  #test({ condition, result }: Match): boolean | 'unknown' | 'error' {
    if (condition === null) return true;
    const computed = this.#compute(condition);
    const is = truthOf(computed);
    const message = computed.message ?? (is === 'error' ? 'its condition is neither true nor false' : null);
    if (is === false) {
      this.#step(condition, 'skipped', null);
      return false;
    }
    if (is === 'unknown') this.#step(condition, 'unknown', message);
    else if (is === 'error') {
      this.#step(condition, this.#atError === 'block' ? 'failed' : 'skipped', message);
      this.message ??= message;
    } else if (isEffect(result)) this.#decide(condition, result);
    else this.#step(condition, 'passed', null);
    return is;
  }

  #then({ result, condition }: Match): Possible {
    if (isEffect(result)) {
      const outcome = outcomeOf(result.effect);
      if (outcome === 'block')
        this.message = result.message ?? (condition === null ? 'Denied by the policy’s default.' : messageOf(result));
      return new Set([outcome]);
    }
    if ('matches' in result) return this.of(result);
    return this.#output(result);
  }

  /** A decision that an expression computes. */
  #output(rule: PolicyRule): Possible {
    const { value, message } = this.#compute(rule);
    if (value === 'error') {
      this.#step(rule, this.#atError === 'block' ? 'failed' : 'skipped', message);
      this.message ??= message;
      return new Set([this.#atError]);
    }
    const effect = value === 'unknown' ? null : effectIn(value.is);
    if (effect === null) {
      this.#step(rule, 'unknown', message ?? 'its output is neither true, false nor an effect');
      return new Set(['unknown'] as const);
    }
    const outcome = outcomeOf(effect.effect);
    if (outcome === 'block') this.message = messageOf(effect) ?? 'Denied by the policy.';
    this.#decide(rule, effect);
    return new Set([outcome]);
  }

  /** The rules of a match that were not evaluated. Its condition has a step already where it is false. */
  #pass({ condition, result }: Match, outcome: 'skipped' | 'not-reached'): void {
    if (condition !== null && outcome === 'not-reached') this.#step(condition, outcome, null);
    if (isEffect(result)) return;
    if ('matches' in result) for (const match of result.matches) this.#pass(match, 'not-reached');
    else this.#step(result, 'not-reached', null);
  }

  #decide({ id }: PolicyRule, effect: Effect): void {
    const asks = effect.effect === 'confirm' ? ({ asks: true } as const) : {};
    this.steps.push({
      id,
      outcome: stepOf(outcomeOf(effect.effect)),
      message: messageOf(effect),
      invoked: null,
      ...asks,
    });
  }

  #step({ id }: PolicyRule, outcome: ReplayedStep['outcome'], message: string | null): void {
    this.steps.push({ id, outcome, message, invoked: null });
  }
}

const isEffect = (result: Match['result']): result is Effect => 'effect' in result;

function truthOf({ value }: Computed): boolean | 'unknown' | 'error' {
  if (typeof value === 'string') return value;
  return typeof value.is === 'boolean' ? value.is : 'error';
}

/** The answer of the person who must confirm is not known. A turn that is sent back to the model does not go on. */
function outcomeOf(effect: HostEffect): 'pass' | 'unknown' | 'block' {
  if (effect === 'allow') return 'pass';
  return effect === 'confirm' ? 'unknown' : 'block';
}

const stepOf = (outcome: 'pass' | 'unknown' | 'block'): ReplayedStep['outcome'] =>
  outcome === 'pass' ? 'passed' : outcome === 'block' ? 'failed' : 'unknown';

function messageOf({ effect, message }: Effect): string | null {
  if (effect === 'confirm') return `It asks a person to confirm${message === undefined ? '.' : `: ${message}`}`;
  return message ?? (effect === 'replay' ? 'It sends the turn back to the model.' : null);
}

const strictness = ['none', 'pass', 'unknown', 'block'] as const;

const stricter = (a: (typeof strictness)[number], b: (typeof strictness)[number]) =>
  strictness.indexOf(a) > strictness.indexOf(b) ? a : b;
