import { paced, type Pace } from '../../base/pace.ts';
import { CelError, extendLibrary, literal, parse, plan, specificationLibrary, type Program } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { History, Invocation, Turn, TurnIndex } from '../model/history.ts';
import { indexOf } from '../model/history-index.ts';
import { inputOf, outputOf } from '../model/hook-values.ts';
import type { HookId } from '../model/hooks.ts';
import { type PolicyOutcome, policyOutcomes } from '../model/policy-outcome.ts';
import { isTruthy } from '../model/truthiness.ts';
import { Unknown, type RecordValue, type Value } from '../model/value.ts';
import type { OpenSession } from '../open-text.ts';
import { hostFunctions } from '../rules/host-functions.ts';
import { HookScope } from '../rules/hook-scope.ts';
import type { Evaluated } from '../systems/task/evaluate.ts';
import { runSteps, type Layer } from '../systems/task/steps.ts';
import type { Policy, PolicyRule, StepList } from './policy.ts';
import { functionsOf } from './rule-of.ts';

/** A recorded session as it would have gone under a policy, as far as that can be told. */
export interface Replay {
  /** One index into `policyOutcomes` per turn. */
  readonly codes: Uint8Array;
  readonly counts: { readonly [O in PolicyOutcome]: number };
  /**
   * The first turn that would have come out otherwise than recorded: what follows it would not have happened this way. It
   * is judged all the same, on what was recorded: what a model would have said instead is never made up. Null: none.
   */
  readonly divergesAt: TurnIndex | null;
  /** The first turn at which the task was locked; nothing runs after it. */
  readonly lockedAt: TurnIndex | null;
  /** Per function: outcomes as recorded, and with the policy's blocks. */
  readonly functions: readonly FunctionCounts[];
}

export interface FunctionCounts {
  readonly function: string;
  readonly recorded: OutcomeCounts;
  readonly replayed: OutcomeCounts;
}

export interface OutcomeCounts {
  readonly successful: number;
  readonly errored: number;
  readonly restricted: number;
}

/** What one turn came to, step by step. */
export interface ReplayedTurn {
  readonly outcome: PolicyOutcome;
  readonly steps: readonly ReplayedStep[];
  /** What the model would have been told of a call that was stopped; null where none was. */
  readonly error: string | null;
  /** The arguments or the result after all transforms; undefined where no transform ran. */
  readonly transformed: Value | undefined;
  /** What `transformed` was made of, as it was recorded; undefined where no transform ran. */
  readonly original: Value | undefined;
}

export interface ReplayedStep {
  /** Of the rule. */
  readonly id: string;
  readonly outcome: 'passed' | 'skipped' | 'failed' | 'unknown' | 'not-reached';
  /** Why it failed, in the words for the model. */
  readonly message: string | null;
  /** What it would have invoked, with which arguments: what that would have come to is not on record. */
  readonly invoked: { readonly name: string; readonly args: RecordValue } | null;
}

/** Judges every turn in order, with the counters as the policy's own blocks leave them. */
export async function replay(
  session: OpenSession,
  policy: Policy,
  decisions: Decisions,
  pace: Pace,
  told?: (turn: TurnIndex, replayed: ReplayedTurn) => void,
): Promise<Replay> {
  const { turns } = session.history;
  const pipeline = new Pipeline(session, policy, decisions);
  const codes = new Uint8Array(turns.length);
  let divergesAt: TurnIndex | null = null;
  let lockedAt: TurnIndex | null = null;
  await paced(turns.length, pace, (index) => {
    const turn = turns[index];
    if (turn === undefined) return;
    const { diverges, ...replayed } = pipeline.turn(turn);
    codes[index] = policyOutcomes.indexOf(replayed.outcome);
    if (diverges) divergesAt ??= index;
    if (replayed.outcome === 'lock') lockedAt ??= index;
    told?.(index, replayed);
  });
  return { codes, counts: countOutcomes(codes), divergesAt, lockedAt, functions: pipeline.functionCounts() };
}

function countOutcomes(codes: Uint8Array): Replay['counts'] {
  const counts = { none: 0, pass: 0, continued: 0, unknown: 0, block: 0, lock: 0 };
  for (const code of codes) counts[policyOutcomes[code] ?? 'none'] += 1;
  return counts;
}

/** The session with its columns as the policy leaves them: they grow turn by turn, and blocked calls stand there as restricted. */
class Pipeline {
  readonly #recorded: History;
  readonly #invocations: Invocation[] = [];
  readonly #draft: OpenSession;
  readonly #policy: Policy;
  readonly #scopes = new Map<HookId, HookScope>();
  readonly #programs = new Map<string, Program | string>();
  readonly #decisions: Decisions;
  readonly #used = new Set<string>();
  readonly #rulesByFunction = new Map<string, readonly PolicyRule[]>();

  constructor(session: OpenSession, policy: Policy, decisions: Decisions) {
    this.#recorded = session.history;
    this.#policy = policy;
    this.#decisions = decisions;
    // Turns of its own, because what is counted over columns is kept by them.
    const history: History = { ...this.#recorded, turns: [...this.#recorded.turns], invocations: this.#invocations };
    this.#draft = { ...spread(session), history };
  }

  turn(turn: Turn): ReplayedTurn & { readonly diverges: boolean } {
    if (turn.kind === 'capability') return this.#call(turn);
    const list = turn.kind === 'input' ? 'before' : 'after';
    if (turn.kind === 'llm' && !turn.answers) return quiet;
    const rules = this.#policy.rules.filter(
      (rule) => rule.step !== null && rule.capability === null && rule.list === list,
    );
    const value = (turn.kind === 'input' ? inputOf : outputOf)(this.#recorded, turn.index) ?? null;
    const values = turn.kind === 'input' ? { input: value, output: undefined } : { input: null, output: value };
    const ran = this.#list('guardrail', `guardrail.${list}`, rules, turn, values, undefined);
    return { ...ran, diverges: ran.outcome === 'lock' || ran.outcome === 'block' };
  }

  functionCounts(): readonly FunctionCounts[] {
    return this.#recorded.functions.map(({ key }) => ({
      function: key,
      recorded: outcomesOf(this.#recorded.invocations, key),
      replayed: outcomesOf(this.#invocations, key),
    }));
  }

  #call(turn: Turn): ReplayedTurn & { readonly diverges: boolean } {
    const invocation = turn.invocation === undefined ? undefined : this.#recorded.invocations[turn.invocation];
    if (invocation === undefined) return quiet;
    const rules = this.#rulesOf(invocation.function);
    const of = (...lists: StepList[]) => rules.filter(({ list }) => list !== null && lists.includes(list));
    const input = invocation.input ?? new Unknown([['input']]);
    const first = of('before_first').filter(({ capability }) => !this.#used.has(capability?.ref ?? ''));
    for (const { capability } of rules) this.#used.add(capability?.ref ?? '');

    const before = this.#list(
      'middleware',
      'middleware.before',
      [...first, ...of('before')],
      turn,
      { input, output: undefined },
      invocation.function,
    );
    const hadRun = invocation.outcome !== 'restricted' || invocation.output !== null;
    if (isStopped(before.outcome)) {
      this.#put({
        ...invocation,
        outcome: 'restricted',
        output: null,
        taskId: null,
        reason: before.error ?? undefined,
      });
      return { ...before, diverges: hadRun || before.outcome === 'lock' };
    }
    // What it would have come to, had it run, is not on record.
    this.#put(invocation);
    if (!hadRun) return { ...before, diverges: rules.length > 0 && invocation.outcome === 'restricted' };
    const output = invocation.output ?? new Unknown([['output']]);
    const after = this.#list(
      'middleware',
      'middleware.after',
      of('after'),
      turn,
      { input, output },
      invocation.function,
    );
    if (isStopped(after.outcome))
      this.#put({ ...invocation, outcome: 'restricted', reason: after.error ?? undefined }, 'anew');
    const both = {
      outcome: worse(before.outcome, after.outcome),
      steps: [...before.steps, ...after.steps],
      error: after.error,
      transformed: after.transformed ?? before.transformed,
      original: after.original ?? before.original,
    };
    return {
      ...both,
      diverges: isStopped(after.outcome) && (invocation.outcome !== 'restricted' || after.outcome === 'lock'),
    };
  }

  #put(invocation: Invocation, how: 'new' | 'anew' = 'new'): void {
    if (how === 'anew') this.#invocations.pop();
    this.#invocations.push(invocation);
    indexOf(this.#draft.history);
  }

  #rulesOf(key: string): readonly PolicyRule[] {
    const known = this.#rulesByFunction.get(key);
    if (known !== undefined) return known;
    const rules = this.#policy.rules.filter(
      ({ step, capability }) =>
        step !== null &&
        capability !== null &&
        functionsOf(this.#policy, { ref: capability.ref, only: null }, [{ key }]).length > 0,
    );
    this.#rulesByFunction.set(key, rules);
    return rules;
  }

  /** Steps one by one, so that each has an outcome of its own. What cannot be told from the recording stops nothing. */
  #list(
    layer: Layer,
    hook: HookId,
    rules: readonly PolicyRule[],
    turn: Turn,
    start: { readonly input: Value; readonly output: Value | undefined },
    key: string | undefined,
  ): ReplayedTurn {
    const steps: ReplayedStep[] = [];
    let values = start;
    let outcome: PolicyOutcome = 'none';
    let error: string | null = null;
    let isTransformed = false;
    for (const { id, step, capability } of rules) {
      if (step === null) continue;
      if (error !== null) {
        steps.push({ id, outcome: 'not-reached', message: null, invoked: null });
        continue;
      }
      let isUnknown = false;
      let fault: string | null = null;
      let invoked: ReplayedStep['invoked'] = null;
      const only = capability?.only ?? undefined;
      const isOther =
        only !== undefined &&
        functionsOf(this.#policy, { ref: capability?.ref ?? '', only }, [{ key: key ?? '' }]).length === 0;
      const ran = runSteps(
        { layer, subCapability: isOther ? undefined : only, steps: [step], ...values },
        {
          evaluate: (expression, at) => {
            const evaluated = this.#evaluate(hook, expression, turn, at);
            isUnknown ||= 'fault' in evaluated && evaluated.fault === 'unknown_value';
            if ('fault' in evaluated) fault ??= evaluated.message;
            return evaluated;
          },
          invoke: (name, args) => {
            invoked = {
              name: typeof name === 'string' ? name : [name.ref, name.capability].filter(Boolean).join(':'),
              args,
            };
            return { value: null, text: undefined };
          },
          isOver: () => false,
        },
      );
      if (isUnknown) {
        steps.push({ id, outcome: 'unknown', message: fault, invoked });
        outcome = worse(outcome, 'unknown');
        continue;
      }
      if (ran.end.kind === 'blocked') {
        error = ran.end.error;
        outcome = worse(outcome, ran.end.locks ? 'lock' : 'block');
        steps.push({ id, outcome: 'failed', message: error, invoked });
        continue;
      }
      if (ran.stepsRun === 0) {
        steps.push({ id, outcome: 'skipped', message: null, invoked: null });
        continue;
      }
      const hasFailed = fault !== null || (step.assert !== undefined && !this.#holds(hook, step.assert, turn, values));
      steps.push({ id, outcome: hasFailed ? 'failed' : 'passed', message: fault, invoked });
      outcome = worse(outcome, hasFailed ? 'continued' : 'pass');
      if (step.transform !== undefined && !hasFailed) {
        values = { input: ran.input, output: ran.output };
        isTransformed = true;
      }
    }
    const shown = isTransformed
      ? { transformed: values.output ?? values.input, original: start.output ?? start.input }
      : { transformed: undefined, original: undefined };
    return { outcome, steps, error, ...shown };
  }

  /** A failing step that continues looks like one that passed: what its assertion said tells them apart. */
  #holds(
    hook: HookId,
    expression: string,
    turn: Turn,
    values: { readonly input: Value; readonly output: Value | undefined },
  ): boolean {
    const evaluated = this.#evaluate(hook, expression, turn, values);
    return !('fault' in evaluated) && isTruthy(evaluated.value);
  }

  #evaluate(
    hook: HookId,
    expression: string,
    turn: Turn,
    { input, output }: { readonly input: Value; readonly output: Value | undefined },
  ): Evaluated {
    const program = this.#program(hook, expression);
    if (typeof program === 'string') return { fault: 'parse_error', message: program };
    const scope = this.#scopes.get(hook) ?? new HookScope(this.#draft, hook, this.#decisions);
    this.#scopes.set(hook, scope);
    scope.moveTo(turn.index);
    // What a transform before this step has made of them.
    const replaced = new Map<string, Value>([
      ...(hook === 'guardrail.after'
        ? []
        : ([
            ['input', input],
            ['i', input],
          ] as const)),
      ...(output === undefined
        ? []
        : ([
            ['output', output],
            ['o', output],
          ] as const)),
    ]);
    const outcome = program.run({
      get: (name) => {
        const known = scope.get(name);
        return known === undefined ? undefined : (replaced.get(name) ?? known);
      },
    });
    if (outcome instanceof CelError) return { fault: outcome.code, message: outcome.message };
    if (outcome instanceof Unknown)
      return { fault: 'unknown_value', message: `the recording does not hold ${literal(outcome)}` };
    return { value: outcome, text: typeof outcome === 'string' ? outcome : literal(outcome) };
  }

  #program(hook: HookId, expression: string): Program | string {
    const key = `${hook} ${expression}`;
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const { expr, problems } = parse(expression);
    const program =
      problems[0]?.message ?? plan(expr, extendLibrary(specificationLibrary, hostFunctions(hook, this.#recorded)));
    this.#programs.set(key, program);
    return program;
  }
}

const quiet = {
  outcome: 'none',
  steps: [],
  error: null,
  transformed: undefined,
  original: undefined,
  diverges: false,
} as const;

const isStopped = (outcome: PolicyOutcome): boolean => outcome === 'block' || outcome === 'lock';

const worse = (a: PolicyOutcome, b: PolicyOutcome): PolicyOutcome =>
  policyOutcomes.indexOf(a) > policyOutcomes.indexOf(b) ? a : b;

function outcomesOf(invocations: readonly Invocation[], key: string): OutcomeCounts {
  const counts = { successful: 0, errored: 0, restricted: 0 };
  for (const { function: name, outcome } of invocations) if (name === key) counts[outcome] += 1;
  return counts;
}

/** An open session may compute some of its fields: they are taken as they are now. */
const spread = ({ session, system, history, sources, document, lines, importer, notes }: OpenSession): OpenSession => ({
  session,
  system,
  history,
  sources,
  document,
  lines,
  importer,
  notes,
});
