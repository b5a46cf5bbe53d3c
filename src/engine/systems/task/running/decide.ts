import * as v from 'valibot';
import { materialise } from '../../../model/materialise.ts';
import { hooks, type HookId } from '../../../model/hooks.ts';
import { typeName, type RecordValue, type Value } from '../../../model/value.ts';
import type { OperationCall } from '../../machine.ts';
import type { Evaluated } from '../evaluate.ts';
import { TaskEventSchema, type TaskEvent } from '../event.ts';
import { interpolate } from '../interpolate.ts';
import { collisions, functionKey } from '../keys.ts';
import { declaration } from '../header.ts';
import type { TaskState } from '../machine.ts';
import { isPlainEvent } from '../plain-event.ts';
import { operations, statusOf, type Decided } from '../operations.ts';
import { readStep } from '../steps.ts';
import { variablesOf } from '../surroundings.ts';
import { proven } from './arguments.ts';
import { decideSteps } from './decide-steps.ts';
import { done, refusal, refused, type TaskDecided } from './decided.ts';
import { evaluateNow, type RunningTask } from './running-task.ts';
import { operationSpecs } from './specs.ts';

const specs = new Map(operationSpecs.map((spec) => [spec.name, spec]));

/** What an operation comes to in a state; it changes nothing. */
export function decide(state: RunningTask, { op, args: given }: OperationCall): TaskDecided {
  const spec = specs.get(op);
  if (spec === undefined) return refusal('unknown_operation', `A task has no ${op.slice(0, 80)}().`, { op });
  const taken = proven(spec, given);
  if ('fault' in taken) return refusal('invalid_argument', taken.fault);
  const { args } = taken;
  if (isActing(op)) {
    // The arguments are what their description says; what it cannot say, the events' own schema does.
    return acted((operations[op] as (task: TaskState, args: RecordValue) => Decided)(state.task, args));
  }
  switch (op) {
    case 'status':
      return done({ ...statusOf(state.task) });
    case 'function_name':
      return named(args);
    case 'check_capabilities':
      return done({ collisions: collisions(state.task.header.capabilities ?? []).map(({ key }) => key) });
    case 'scope_variables':
      return inScope(args, (scope) => done(variablesOf(scope)));
    case 'eval':
      return inScope(args, (scope) => {
        const { outcome, events } = evaluateNow(state, textOf(args['expr']), scope, valuesOf(args));
        return evaluated(outcome, events);
      });
    case 'interpolate':
      return inScope(args, (scope) => {
        const events: TaskEvent[] = [];
        const { text } = interpolate(textOf(args['template']), (expression) => {
          const evaluated = evaluateNow(state, expression, scope, valuesOf(args));
          events.push(...evaluated.events);
          return evaluated.outcome;
        });
        return done(text, events);
      });
    case 'validate_step': {
      const step = readStep(args['layer'] === 'guardrail' ? 'guardrail' : 'middleware', args['step']);
      return step.ok ? done(null) : refused(step.problem);
    }
    default:
      return decideSteps(state, args);
  }
}

type Acting = Exclude<keyof typeof operations, 'record'>;
const acting: ReadonlySet<string> = new Set<Acting>([
  'input',
  'llm',
  'invoke',
  'output',
  'fail',
  'lock',
  'close',
  'advance',
]);
const isActing = (op: string): op is Acting => acting.has(op);

const EventsSchema = v.array(TaskEventSchema);

function acted(decided: Decided): TaskDecided {
  if (!decided.ok) return refused(decided.problem);
  if (decided.value.every(isPlainEvent)) return done(null, decided.value);
  const events = v.safeParse(EventsSchema, decided.value);
  if (events.success) return done(null, events.output);
  const [issue] = events.issues;
  const field = (v.getDotPath(issue) ?? '').replace(/^\d+\.?/, '');
  return refusal('invalid_argument', `“${field}” is wrong: ${issue.message}.`);
}

function named(args: RecordValue): TaskDecided {
  const declared = v.safeParse(declaration, args);
  if (declared.success) return done(functionKey(declared.output));
  return refusal('invalid_argument', `That is no declaration of a capability: ${declared.issues[0].message}.`);
}

function inScope(args: RecordValue, then: (scope: HookId) => TaskDecided): TaskDecided {
  const scope = textOf(args['scope']);
  if (!isHook(scope)) {
    return refusal(
      'invalid_argument',
      `There is no hook “${scope.slice(0, 80)}”: they are ${Object.keys(hooks).join(', ')}.`,
    );
  }
  return then(scope);
}

const isHook = (name: string): name is HookId => Object.hasOwn(hooks, name);

const typeNames: { readonly [type: string]: string } = { null_type: 'null' };

function evaluated(result: Evaluated, events: readonly TaskEvent[]): TaskDecided {
  // What a failing expression wrote before is taken back with it: a refusal changes nothing.
  if ('fault' in result) return refusal(result.fault, result.message);
  const type = typeName(result.value);
  return done({ value: materialise(result.value), type: typeNames[type] ?? type }, events);
}

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

/** Undefined: nothing was given, which is an empty object. */
const valuesOf = (args: RecordValue) => ({ input: args['input'], output: args['output'] });
