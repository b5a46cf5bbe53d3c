import {
  CelError,
  extendLibrary,
  literal,
  parse,
  plan,
  planSweep,
  specificationLibrary,
  walk,
  type Program,
  type Scope,
} from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import { hooks, type HookId } from '../model/hooks.ts';
import { Unknown, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { hostFunctions } from '../rules/host-functions.ts';
import { HookScope } from '../rules/hook-scope.ts';
import { printed, type Evaluated } from '../systems/task/evaluate.ts';
import type { StepValues } from '../systems/task/steps.ts';

type Runnable = Pick<Program, 'run'>;

/** Limit of evaluation steps for one expression at one turn, as in a sweep; an expression beyond it is given up. */
const budgetPerTurn = 5_000_000;

/** The expressions of steps at one hook, evaluated turn by turn over one live scope. */
export class StepExpressions {
  readonly #hook: HookId;
  readonly #session: OpenSession;
  readonly #decisions: Decisions;
  readonly #options: { readonly budget: number; readonly stopped: () => boolean };
  readonly #planned = new Map<string, Planned>();
  #scope: StepScope;

  constructor(session: OpenSession, hook: HookId, decisions: Decisions, stopped: () => boolean) {
    this.#hook = hook;
    this.#session = session;
    this.#decisions = decisions;
    this.#options = { budget: budgetPerTurn, stopped };
    this.#scope = new StepScope(session, hook, decisions);
  }

  moveTo(turn: TurnIndex): void {
    this.#scope.moveTo(turn);
  }

  /** The record changed at the current turn, so cached values of it are stale. */
  refresh(turn: TurnIndex): void {
    this.#scope = new StepScope(this.#session, this.#hook, this.#decisions);
    this.#scope.moveTo(turn);
  }

  /** The latest call was recorded again, so folds over it are stale. */
  unfold(): void {
    for (const planned of this.#planned.values()) planned.unfold();
  }

  evaluate(expression: string, values: StepValues): Evaluated {
    const { problem, program } = this.#plannedFor(expression);
    if (program === null) return { fault: 'parse_error', message: problem };
    this.#scope.values = values;
    const outcome = program.run(this.#scope, this.#options);
    if (outcome instanceof CelError) return { fault: outcome.code, message: outcome.message };
    if (outcome instanceof Unknown)
      return { fault: 'unknown_value', message: `the recording does not hold ${literal(outcome)}` };
    return new Computed(outcome);
  }

  #plannedFor(expression: string): Planned {
    const known = this.#planned.get(expression);
    if (known !== undefined) return known;
    const planned = new Planned(expression, this.#hook, this.#session);
    this.#planned.set(expression, planned);
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
  program: Runnable | null;
  readonly #sweep: (() => Runnable) | null;

  constructor(expression: string, hook: HookId, { history }: OpenSession) {
    const { expr, problems } = parse(expression);
    const library = extendLibrary(specificationLibrary, hostFunctions(hook, history));
    this.problem = problems[0]?.message ?? '';
    const folds = [...walk(expr)].some((node) => node.expr.kind === 'macro');
    this.#sweep = folds ? () => planSweep(expr, library) : null;
    this.program = problems.length > 0 ? null : (this.#sweep?.() ?? plan(expr, library));
  }

  unfold(): void {
    if (this.program !== null && this.#sweep !== null) this.program = this.#sweep();
  }
}

/** The variables of a hook, with input and output after the transforms before a step. */
class StepScope implements Scope {
  values: StepValues = { input: null, output: undefined };
  readonly #scope: HookScope;
  readonly #parts: ReadonlyMap<string, keyof StepValues>;

  constructor(session: OpenSession, hook: HookId, decisions: Decisions) {
    this.#scope = new HookScope(session, hook, decisions);
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
