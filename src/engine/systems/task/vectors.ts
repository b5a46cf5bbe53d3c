import { contextAt } from '../../model/context-view.ts';
import { defaultDecisions, type Decisions } from '../../model/decisions.ts';
import { HistoryBuilder } from '../../model/history-builder.ts';
import { hooks, type HookId } from '../../model/hooks.ts';
import { materialise } from '../../model/materialise.ts';
import type { Problem } from '../../model/problem.ts';
import { isRecord, type RecordValue, typeName, type Value } from '../../model/value.ts';
import type { VectorOutcome, VectorRun, VectorStep, VectorSystem } from '../vectors.ts';
import { evaluate, type Evaluated } from './evaluate.ts';
import type { TaskEvent } from './event.ts';
import type { TaskHeader } from './header.ts';
import { addEvent, factsOf } from './history.ts';
import { interpolate } from './interpolate.ts';
import { collisions, functionKey, keyOf, type Declaration } from './keys.ts';
import { apply, initialState, type TaskState } from './machine.ts';
import { operations, statusOf, type Decided } from './operations.ts';
import { toSnapshot } from './snapshot/to-snapshot.ts';
import { readStep, runSteps, type Layer, type Step } from './steps.ts';
import { surroundingsOf, variablesOf, type Runtime } from './surroundings.ts';

/** Runs the behaviour vectors of this system. Vectors are written by us and trusted: what is odd fails the vector. */
export const taskVectors: VectorSystem = { start: (given) => new TaskRun(given) };

const later: Decisions = { ...defaultDecisions, capabilityOrder: 'oldest-first' };

class TaskRun implements VectorRun {
  readonly #given: RecordValue;
  readonly #header: TaskHeader;
  readonly #builder: HistoryBuilder;
  readonly #events: TaskEvent[] = [];
  readonly #files: Map<string, string> | undefined;
  #state: TaskState;

  constructor(given: RecordValue) {
    this.#given = given;
    this.#header = headerOf(given);
    this.#builder = new HistoryBuilder(factsOf(this.#header));
    this.#state = initialState(this.#header, text(given['clock']));
    const mount = given['mount'];
    this.#files = isRecord(mount) ? filesOf(mount['files'] ?? {}) : undefined;
  }

  perform({ op }: VectorStep, args: RecordValue): VectorOutcome {
    switch (op) {
      case 'input':
      case 'llm':
      case 'invoke':
      case 'output':
      case 'fail':
      case 'lock':
      case 'close':
      case 'advance':
        // The arguments of an operation are what the vectors' description says.
        return this.#decided((operations[op] as (state: TaskState, args: RecordValue) => Decided)(this.#state, args));
      case 'status':
        return { returns: this.#status() };
      case 'function_name':
        return { returns: functionKey(args as unknown as Declaration) }; // one declaration, says the description
      case 'check_capabilities':
        return { returns: { collisions: collisions(this.#header.capabilities ?? []).map(({ key }) => key) } };
      case 'scope_variables':
        return { returns: variablesOf(scopeOf(args)) };
      case 'eval':
        return evaluated(this.#evaluate(text(args['expr']) ?? '', scopeOf(args), args['input'], args['output']));
      case 'interpolate': {
        const run = (expression: string) => this.#evaluate(expression, scopeOf(args), args['input'], args['output']);
        return { returns: interpolate(text(args['template']) ?? '', run).text };
      }
      case 'validate_step': {
        const step = readStep(layerOf(args), args['step']);
        return step.ok ? { returns: null } : thrown(step.problem);
      }
      case 'run_steps':
        return this.#runSteps(args);
      default:
        return { throws: { kind: 'unknown_operation', op } };
    }
  }

  label(name: string): Value | undefined {
    if (name === 'context') return this.#context();
    return name === 'task' ? this.#status() : undefined;
  }

  events(): readonly Value[] {
    return this.#events as readonly unknown[] as readonly Value[]; // events are plain data
  }

  snapshot(): Value {
    return { context: toSnapshot(this.#builder.history, this.#lastTurn, this.#decisions), ...this.#status() };
  }

  #decided(decided: Decided): VectorOutcome {
    if (!decided.ok) return thrown(decided.problem);
    for (const event of decided.value) {
      this.#state = apply(this.#state, event);
      addEvent(this.#builder, event, this.#events.length);
      this.#events.push(event);
    }
    return { returns: null };
  }

  #status(): RecordValue {
    return { ...statusOf(this.#state) };
  }

  get #lastTurn(): number {
    return this.#builder.history.turns.length - 1;
  }

  get #decisions(): Decisions {
    return this.#given['dialect'] === 'later' ? later : defaultDecisions;
  }

  #context() {
    return contextAt(this.#builder.history, this.#lastTurn, this.#decisions);
  }

  #evaluate(expression: string, scope: HookId, input: Value | undefined, output: Value | undefined): Evaluated {
    const runtime: Runtime = {
      context: this.#context(),
      now: text(this.#given['now']),
      functions: this.#builder.history.functions.map(({ key }) => key),
      files: this.#files,
      scriptResults: recordOf(this.#given['script_results']),
    };
    return evaluate(expression, surroundingsOf(scope, runtime, input, output));
  }

  #runSteps(args: RecordValue): VectorOutcome {
    const layer = layerOf(args);
    const scope: HookId = `${layer}.${args['list'] === 'after' ? 'after' : 'before'}`;
    const steps: Step[] = [];
    for (const value of Array.isArray(args['steps']) ? args['steps'] : []) {
      const step = readStep(layer, value);
      if (!step.ok) return thrown(step.problem);
      steps.push(step.value);
    }
    const isAfter = hooks[scope].variables.includes('output');
    const run = runSteps(
      {
        layer,
        subCapability: text(args['sub_capability']),
        steps,
        input: args['input'] ?? {},
        output: isAfter ? (args['output'] ?? {}) : undefined,
      },
      {
        evaluate: (expression, values) => this.#evaluate(expression, scope, values.input, values.output),
        invoke: (name, given) => {
          const output = recordOf(this.#given['script_results'])[keyOf(name)] ?? null;
          this.#decided(operations.record(this.#state, { function: name, args: given, outcome: 'ok', output }));
        },
        lock: (reason) => this.#decided(operations.lock(this.#state, { reason })),
      },
    );
    const { blocked, error, stepsRun, output } = run;
    const shown = output === undefined || blocked ? {} : { output: materialise(output) };
    return { returns: { blocked, error, steps_run: stepsRun, ...shown } };
  }
}

function headerOf(given: RecordValue): TaskHeader {
  const { user, model } = given;
  const email = isRecord(user) ? text(user['email']) : undefined;
  return {
    title: 'a vector',
    // As the vectors' description has them; a vector that has them otherwise fails.
    ...(given as { agent?: TaskHeader['agent'] & object; started_at?: string; limits?: TaskHeader['limits'] & object }),
    ...(model === undefined ? {} : { model: text(model) ?? '' }),
    // A user without an email is a user who has none: vectors know everything.
    ...(isRecord(user) ? { user: { id: text(user['id']) ?? '', email: email ?? null } } : {}),
    capabilities: (given['capabilities'] ?? []) as unknown as readonly Declaration[], // likewise
  };
}

const text = (value: Value | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

const recordOf = (value: Value | undefined): RecordValue => (isRecord(value) ? value : {});

const layerOf = (args: RecordValue): Layer => (args['layer'] === 'guardrail' ? 'guardrail' : 'middleware');

function scopeOf(args: RecordValue): HookId {
  const scope = text(args['scope']) ?? 'middleware.after';
  return Object.hasOwn(hooks, scope) ? (scope as HookId) : 'turn'; // it is one of its keys
}

const filesOf = (files: Value): Map<string, string> =>
  new Map(Object.entries(recordOf(files)).map(([path, content]) => [path, text(content) ?? '']));

/** `task/missing-message` is `missing_message` in vectors. */
function thrown({ code, message }: Problem): VectorOutcome {
  return { throws: { kind: code.replace(/^task\//, '').replaceAll('-', '_'), message } };
}

const typeNames: { readonly [type: string]: string } = { null_type: 'null' };

function evaluated(result: Evaluated): VectorOutcome {
  if ('fault' in result) return { throws: { kind: result.fault, message: result.message } };
  const type = typeName(result.value);
  return { returns: { value: materialise(result.value), type: typeNames[type] ?? type } };
}
