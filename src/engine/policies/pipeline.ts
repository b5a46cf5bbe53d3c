import type { History, Invocation, Turn, TurnIndex } from '../model/history.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { unreachable } from '../../base/unreachable.ts';
import { asDoubles } from '../model/all-double.ts';
import type { Decisions } from '../model/decisions.ts';
import { hooks, type HookId } from '../model/hooks.ts';
import { inputOf, outputOf } from '../model/hook-values.ts';
import type { PolicyOutcome } from '../model/verdict.ts';
import { Unknown, type RecordValue, type Value } from '../model/value.ts';
import { isOfAnotherAgent } from '../rules/hook-scope.ts';
import { asData } from '../systems/task/running/as-data.ts';
import type { FunctionName } from '../systems/task/function-name.ts';
import { keyOf } from '../systems/task/keys.ts';
import type { Layer, StepValues } from '../systems/task/steps.ts';
import { type Binding, boundInput, type BoundInput } from './bound-input.ts';
import { type Draft, SettledDraft } from './draft.ts';
import type { Policy } from './policy.ts';
import { quietTurn, type ReplayedChange, type ReplayedStep, type ReplayedTurn } from './replayed-turn.ts';
import { HostRules } from './hosts/host-rules.ts';
import { StepExpressions } from './step-expressions.ts';
import { runList, worse, type Invoked, type ListedStep, type ListRun } from './step-list.ts';
import { StepLists } from './step-lists.ts';

export interface PipelineTurn extends ReplayedTurn {
  /** Whether the outcome differs from the recording. */
  readonly diverges: boolean;
}

type StepHook = `${Layer}.${'before' | 'after'}`;

/**
 * Runs a policy on a recorded session, turn by turn, as the specification defines it: guardrails on inputs and on
 * answers; around each call `before_first`, `before` and `after`. The outcome of each call goes into the draft.
 */
export class Pipeline {
  readonly #recorded: History;
  readonly #draft: Draft;
  readonly #lists: StepLists;
  readonly #decisions: Decisions;
  #lockedAt: TurnIndex | null;
  #session: OpenSession;
  readonly #host: HostRules | null;
  readonly #expressions: { readonly [H in StepHook | 'binding']: StepExpressions };

  constructor(session: OpenSession, policy: Policy, decisions: Decisions, draft: Draft, isStopped = never) {
    this.#recorded = session.history;
    this.#draft = draft;
    this.#lists = new StepLists(policy, session.history.functions);
    this.#decisions = decisions;
    this.#lockedAt = recordedLock(session);
    this.#session = session;
    const drafted = withHistory(session, draft.history);
    const isInOrder = !(draft instanceof SettledDraft);
    const at = (hook: HookId) => new StepExpressions(drafted, hook, decisions, isStopped, isInOrder);
    this.#expressions = {
      'guardrail.before': at('guardrail.before'),
      'guardrail.after': at('guardrail.after'),
      'middleware.before': at('middleware.before'),
      'middleware.after': at('middleware.after'),
      binding: at('binding'),
    };
    this.#host = policy.form === 'manifest' ? null : new HostRules(policy, decisions, at);
  }

  /** The session has grown. */
  follow(session: OpenSession): void {
    this.#session = session;
    this.#lockedAt = recordedLock(session);
    const drafted = withHistory(session, this.#draft.history);
    for (const expressions of this.#all()) expressions.refresh(-1, drafted);
  }

  #all(): readonly StepExpressions[] {
    return [...Object.values(this.#expressions), ...(this.#host === null ? [] : [this.#host.expressions])];
  }

  /** Returns a function that lets the turns continue from here again. */
  mark(): () => void {
    const restores = this.#all().map((expressions) => expressions.mark());
    return () => {
      for (const restore of restores) restore();
    };
  }

  /** Must be called once for each turn, in order, unless the draft is settled. */
  turn(turn: Turn): PipelineTurn {
    if (isOfAnotherAgent(this.#session, turn)) return this.#asRecorded(turn);
    if (this.#host !== null) return this.#hosted(turn, this.#host);
    switch (turn.kind) {
      case 'input': {
        this.#draft.begin(turn, noKeys);
        const input = this.#seen(inputOf(this.#recorded, turn.index) ?? null);
        return this.#guard('guardrail.before', this.#lists.guardrails.before, turn, { input, output: undefined });
      }
      case 'llm': {
        this.#draft.begin(turn, noKeys);
        if (!turn.answers) return quiet;
        const output = this.#seen(outputOf(this.#recorded, turn.index, this.#decisions) ?? null);
        return this.#guard('guardrail.after', this.#lists.guardrails.after, turn, { input: null, output });
      }
      case 'capability':
        return this.#call(turn);
      case 'snapshot':
        // No step of a manifest runs at it.
        this.#draft.begin(turn, noKeys);
        return quiet;
      default:
        return unreachable(turn.kind);
    }
  }

  /** All rules of another host's policy have one moment, and come to one outcome together. */
  #hosted(turn: Turn, host: HostRules): PipelineTurn {
    this.#draft.begin(turn, noKeys);
    const invocation = turn.invocation === undefined ? undefined : this.#recorded.invocations[turn.invocation];
    const unfold = host.expressions.mark();
    // The environment reads the call that is judged from the columns.
    if (invocation !== undefined) this.#draft.call(turn, invocation);
    const isAfter = hooks[host.hook].moment === 'after';
    if (!host.runsAt(turn) || (isAfter && invocation !== undefined && !hasEnded(invocation))) return quiet;
    const decided = host.at(turn.index);
    const isBlocked = isStopped(decided.outcome);
    if (invocation === undefined) return { ...quietTurn, ...decided, diverges: isBlocked };
    const hadRun = invocation.outcome !== 'restricted' || invocation.output !== null;
    if (isBlocked) {
      const blocked = { ...invocation, outcome: 'restricted', reason: decided.error ?? undefined } as const;
      this.#draft.settle(isAfter ? blocked : { ...blocked, output: null, taskId: null });
      unfold();
    }
    const isOtherwise = isBlocked ? hadRun : decided.outcome === 'pass' && !hadRun;
    return { ...quietTurn, ...decided, diverges: isOtherwise };
  }

  #asRecorded(turn: Turn): PipelineTurn {
    this.#draft.begin(turn, noKeys);
    const invocation = turn.invocation === undefined ? undefined : this.#recorded.invocations[turn.invocation];
    if (invocation !== undefined) this.#draft.call(turn, invocation);
    return quiet;
  }

  #guard(hook: StepHook, list: readonly ListedStep[], turn: Turn, recorded: StepValues): PipelineTurn {
    if (list.length === 0) return quiet;
    const ran = this.#run({ hook, turn, waiting: [] }, list, recorded);
    return { ...reportOf(ran, recorded), diverges: this.#locksOtherwise(turn, ran.outcome) };
  }

  #call(turn: Turn): PipelineTurn {
    const invocation = turn.invocation === undefined ? undefined : this.#recorded.invocations[turn.invocation];
    const lists = invocation === undefined ? null : this.#lists.of(invocation.function);
    const waiting = [...this.#draft.begin(turn, lists?.invoked ?? noKeys)];
    if (invocation === undefined || lists === null) return quiet;
    if (!lists.hasRules) {
      this.#draft.call(turn, invocation);
      return quiet;
    }
    const recorded: StepValues = { input: this.#inputOf(invocation), output: undefined };
    const bound = this.#bound(turn, recorded.input, lists.bindings);
    if (bound.failed !== null) return this.#failing(turn, invocation, bound.failed);
    const first = lists.beforeFirst.filter(({ functions }) => this.#draft.isUnused(functions, turn));
    const list = first.length === 0 ? lists.before : [...first.map(({ listed }) => listed), ...lists.before];
    const start = { ...recorded, input: bound.input };
    const ran = this.#run({ hook: 'middleware.before', turn, waiting }, list, start);
    const before = bound.isChanged ? { ...ran, isTransformed: true } : ran;
    const report = reportOf(before, recorded);
    const isOtherwise = this.#locksOtherwise(turn, before.outcome);

    const hadRun = invocation.outcome !== 'restricted' || invocation.output !== null;
    if (isStopped(before.outcome)) {
      const reason = before.error ?? undefined;
      this.#draft.call(turn, { ...invocation, outcome: 'restricted', output: null, taskId: null, reason });
      return { ...report, diverges: hadRun || isOtherwise };
    }
    if (!hadRun || invocation.outcome === 'errored' || invocation.outcome === 'pending') {
      // The result that it would have had is not recorded, and a failed call has no result for the steps after it.
      this.#draft.call(turn, invocation);
      return { ...report, diverges: before.outcome !== 'unknown' && (!hadRun || isOtherwise) };
    }
    return this.#after(turn, invocation, lists.after, waiting, before, report);
  }

  #bound({ index }: Turn, input: Value, bindings: readonly Binding[]): BoundInput {
    if (bindings.length === 0) return { input, isChanged: false, failed: null };
    const { binding } = this.#expressions;
    binding.moveTo(index);
    return boundInput(input, bindings, (expression) => binding.evaluate(expression, noValues));
  }

  /** A call whose binding fails is not made: the model gets the error, and no step runs. */
  #failing(turn: Turn, invocation: Invocation, step: ReplayedStep): PipelineTurn {
    const error = step.message ?? '';
    this.#draft.call(turn, { ...invocation, outcome: 'errored', output: { error }, taskId: null, reason: error });
    const diverges = invocation.outcome !== 'errored';
    return { ...quiet, outcome: 'block', steps: [step], error, diverges };
  }

  /** The steps after a call with a result. They see the call in the record, whatever their own result. */
  #after(
    turn: Turn,
    invocation: Invocation,
    list: readonly ListedStep[],
    waiting: Invocation[],
    { values: { input }, outcome }: ListRun,
    report: ReplayedTurn,
  ): PipelineTurn {
    const wasWithheld = invocation.outcome === 'restricted';
    const unfold = this.#expressions['middleware.after'].mark();
    this.#draft.call(turn, wasWithheld ? { ...invocation, outcome: 'successful', reason: undefined } : invocation);
    const result = this.#resultOf(invocation);
    const output = this.#seen(result === undefined ? new Unknown([['output']]) : result);
    const recorded: StepValues = { input: this.#inputOf(invocation), output };
    const after = this.#run({ hook: 'middleware.after', turn, waiting }, list, { input, output });
    const isWithheld = isStopped(after.outcome);
    const isOpen = !isWithheld && worse(outcome, after.outcome) === 'unknown';
    const settled: Invocation | null = isWithheld
      ? { ...invocation, outcome: 'restricted', reason: after.error ?? undefined }
      : wasWithheld && isOpen
        ? invocation
        : null;
    if (settled !== null) {
      this.#draft.settle(settled);
      unfold();
    }
    return {
      outcome: worse(outcome, after.outcome),
      steps: [...report.steps, ...after.steps],
      error: after.error,
      changes: [...report.changes, ...reportOf(after, recorded).changes],
      diverges: !isOpen && (isWithheld !== wasWithheld || this.#locksOtherwise(turn, after.outcome)),
    };
  }

  /**
   * Whether the task is locked here under the policy and not in the recording, or the other way round, if both are
   * known.
   */
  #locksOtherwise({ index }: Turn, outcome: PolicyOutcome): boolean {
    return outcome !== 'unknown' && (outcome === 'lock') !== (index === this.#lockedAt);
  }

  #inputOf({ input }: Invocation): Value {
    return this.#seen(input === undefined ? new Unknown([['input']]) : input);
  }

  #resultOf(invocation: Invocation): Value | undefined {
    return this.#recorded.results.outputOf(invocation, this.#decisions);
  }

  #seen(value: Value): Value {
    return this.#decisions.jsonNumbers === 'as-written' ? value : asDoubles(value);
  }

  #run(at: StepsAt, list: readonly ListedStep[], start: StepValues): ListRun {
    const { hook, turn } = at;
    const expressions = this.#expressions[hook];
    if (list.length > 0) expressions.moveTo(turn.index);
    const layer = hook.startsWith('guardrail') ? 'guardrail' : 'middleware';
    return runList(
      layer,
      list,
      start,
      {
        evaluate: (expression, values) => expressions.evaluate(expression, values),
        invoke: (name, args) => this.#invoke(at, name, args),
      },
      this.#decisions,
    );
  }

  /** Its result is known only if the recording invoked it here as well. */
  #invoke({ hook, turn, waiting }: StepsAt, name: FunctionName, args: RecordValue): Invoked {
    const key = keyOf(name);
    const place = waiting.findIndex(({ function: each }) => each === key);
    const [found] = place < 0 ? [] : waiting.splice(place, 1);
    const latest = hook === 'middleware.before' ? turn.index - 1 : turn.index;
    if (found === undefined)
      this.#draft.invent({ turn: latest, function: key, node: turn.node, at: turn.at, input: asData(args) });
    else this.#draft.invoke({ ...found, turn: latest });
    this.#expressions[hook].refresh(turn.index);
    const evaluated =
      found?.outcome === 'errored'
        ? { fault: 'failed', message: found.reason ?? 'the recording does not say why' }
        : { value: (found && this.#resultOf(found)) ?? null, text: undefined };
    return { evaluated, isRecorded: found !== undefined };
  }
}

/** Where a list of steps runs. */
interface StepsAt {
  readonly hook: StepHook;
  readonly turn: Turn;
  /** Invocations of the recording here without a turn of their own, that no step has used yet. */
  readonly waiting: Invocation[];
}

const quiet: PipelineTurn = { ...quietTurn, diverges: false };
const noValues: StepValues = { input: null, output: undefined };
const noKeys: ReadonlySet<string> = new Set();
const never = (): boolean => false;

/** A call that was not made, or has no result yet, has nothing to judge after it. */
const hasEnded = ({ outcome, output }: Invocation): boolean =>
  outcome === 'successful' || outcome === 'errored' || (outcome === 'restricted' && output !== null);

const isStopped = (outcome: PolicyOutcome): boolean => outcome === 'block' || outcome === 'lock';

function reportOf({ outcome, steps, error, values, isTransformed }: ListRun, recorded: StepValues): ReplayedTurn {
  return { outcome, steps, error, changes: isTransformed ? [changeOf(recorded, values)] : [] };
}

const changeOf = (recorded: StepValues, { input, output }: StepValues): ReplayedChange =>
  output === undefined || recorded.output === undefined
    ? { part: 'input', recorded: recorded.input, changed: input }
    : { part: 'output', recorded: recorded.output, changed: output };

/** An open session may compute some of its fields, so their present values are copied. */
const withHistory = (open: OpenSession, history: History): OpenSession => {
  const { session, system, sources, document, lines, importer, notes } = open;
  return { session, system, history, sources, document, lines, importer, notes };
};

/**
 * The turn at which the recorded task was locked, which is then its last; null when it was not locked, or no task is
 * recorded.
 */
function recordedLock({ session, history }: OpenSession): TurnIndex | null {
  const last = history.turns.at(-1);
  if (session.system !== 'task' || last === undefined) return null;
  return session.events.slice(last.event).some(isLock) ? last.index : null;
}

/** Only the task itself: a delegated task has a node. */
const isLock = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'locked' && !('node' in event);
