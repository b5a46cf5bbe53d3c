import {
  CelError,
  literal,
  LoopMemories,
  parse,
  plan,
  planSweep,
  walk,
  type Program,
  type Scope,
  type Sweeping,
  type Variables,
} from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import { hooks, type HookId } from '../model/hooks.ts';
import { Unknown, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { engineOf, isOurs } from '../engines/registry.ts';
import type { HookScope } from '../environments/environment.ts';
import { environmentOf } from '../environments/registry.ts';
import { scopeAt } from '../rules/hook-scope.ts';
import { printed, type Evaluated } from '../systems/task/evaluate.ts';
import type { StepValues } from '../systems/task/steps.ts';

/** Limit of evaluation steps for one expression at one turn, as in a sweep; an expression beyond it is given up. */
const budgetPerTurn = 5_000_000;

/** The expressions of steps at one hook, evaluated turn by turn over one live scope. */
export class StepExpressions {
  readonly #hook: HookId;
  #session: OpenSession;
  readonly #decisions: Decisions;
  readonly #options: { readonly budget: number; readonly stopped: () => boolean };
  readonly #isInOrder: boolean;
  /** By what they may use, and their text. */
  readonly #planned = new Map<Variables | undefined, Map<string, Planned>>();
  #scope: StepScope;

  /** `isInOrder`: the turns come one after the other. */
  constructor(session: OpenSession, hook: HookId, decisions: Decisions, stopped: () => boolean, isInOrder: boolean) {
    this.#hook = hook;
    this.#session = session;
    this.#decisions = decisions;
    this.#options = { budget: budgetPerTurn, stopped };
    this.#isInOrder = isInOrder;
    this.#scope = new StepScope(session, hook, decisions);
  }

  moveTo(turn: TurnIndex): void {
    this.#scope.moveTo(turn);
  }

  /** The record changed at the current turn, or the session has grown, so cached values of it are stale. */
  refresh(turn: TurnIndex, session: OpenSession = this.#session): void {
    this.#session = session;
    this.#scope = new StepScope(session, this.#hook, this.#decisions);
    this.#scope.moveTo(turn);
  }

  /** Returns a function that makes the folds as they are now: what they saw since has been recorded again. */
  mark(): () => void {
    const restores = new Map(this.#all().map((planned) => [planned, planned.mark()]));
    return () => {
      for (const planned of this.#all()) {
        const restore = restores.get(planned);
        if (restore === undefined) planned.unfold();
        else restore();
      }
    };
  }

  #all(): readonly Planned[] {
    return [...this.#planned.values()].flatMap((planned) => [...planned.values()]);
  }

  evaluate(expression: string, values: StepValues, variables?: Variables): Evaluated {
    const { problem, program } = this.#plannedFor(expression, variables);
    if (program === null) return { fault: 'parse_error', message: problem };
    this.#scope.values = values;
    const outcome = program.run(this.#scope, this.#options);
    if (outcome instanceof CelError) return { fault: outcome.code, message: outcome.message };
    if (outcome instanceof Unknown)
      return { fault: 'unknown_value', message: `the recording does not hold ${literal(outcome)}` };
    return new Computed(outcome);
  }

  #plannedFor(expression: string, variables: Variables | undefined): Planned {
    const byText = this.#planned.get(variables) ?? new Map<string, Planned>();
    this.#planned.set(variables, byText);
    const known = byText.get(expression);
    if (known !== undefined) return known;
    const planned = new Planned({ expression, variables }, this.#hook, this.#session, this.#isInOrder, this.#decisions);
    byText.set(expression, planned);
    return planned;
  }
}

/** A value whose text is made on request: only messages need it. */
class Computed {
  readonly value: Value;
  constructor(value: Value) {
    this.value = value;
  }

  get text(): string | undefined {
    return printed(this.value);
  }
}

class Planned {
  readonly problem: string;
  readonly #plain: Program | null;
  readonly #sweep: (() => Sweeping) | null;
  #sweeping: Sweeping | null = null;

  constructor(
    { expression, variables }: { readonly expression: string; readonly variables: Variables | undefined },
    hook: HookId,
    session: OpenSession,
    isInOrder: boolean,
    { engine }: Pick<Decisions, 'engine'>,
  ) {
    const { expr, problems } = parse(expression, variables);
    const library = environmentOf(hook).library(session, hook);
    const isOther = engine !== undefined && !isOurs(engine);
    const folds = isInOrder && !isOther && [...walk(expr)].some((node) => node.expr.kind === 'macro');
    this.problem = problems[0]?.message ?? '';
    const ours =
      problems.length > 0 ? null : plan(expr, library, { memories: new LoopMemories(session.history.growth) });
    this.#plain = ours !== null && isOther ? engineOf(engine).judgedBy({ expression, variables }, expr, ours) : ours;
    this.#sweep = problems.length === 0 && folds ? () => planSweep(expr, library) : null;
    this.unfold();
  }

  get program(): Pick<Program, 'run'> | null {
    return this.#sweeping ?? this.#plain;
  }

  unfold(): void {
    this.#sweeping = this.#sweep?.() ?? null;
  }

  mark(): () => void {
    const sweeping = this.#sweeping;
    const restore = sweeping?.mark();
    return () => {
      this.#sweeping = sweeping;
      restore?.();
    };
  }
}

/** The variables of a hook, with input and output after the transforms before a step. */
class StepScope implements Scope {
  values: StepValues = { input: null, output: undefined };
  readonly #scope: HookScope;
  readonly #parts: ReadonlyMap<string, keyof StepValues>;

  constructor(session: OpenSession, hook: HookId, decisions: Decisions) {
    this.#scope = scopeAt(session, hook, decisions);
    this.#parts = partsOf(hook);
  }

  moveTo(turn: TurnIndex): void {
    this.#scope.moveTo(turn);
  }

  get(name: string): Value | undefined {
    const part = this.#parts.get(name);
    return part === undefined ? this.#scope.get(name) : this.values[part];
  }
}

/** The names of input and output at a hook. */
function partsOf(hook: HookId): ReadonlyMap<string, keyof StepValues> {
  const { variables, aliases } = hooks[hook];
  const named = [...variables.map((name) => [name, name] as const), ...Object.entries(aliases)];
  return new Map(named.flatMap(([name, of]) => (of === 'input' || of === 'output' ? [[name, of] as const] : [])));
}
