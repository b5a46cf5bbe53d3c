import type { Turn } from './history.ts';

/** Where a rule would run. `turn` is for exploring; the others are the specification's. */
export type HookId =
  | 'turn'
  | 'guardrail.before'
  | 'guardrail.after'
  | 'middleware.before'
  | 'middleware.after'
  | 'binding'
  | 'tool-expression'
  | 'prompt'
  | 'script';

export type HookVariable = 'context' | 'input' | 'output' | 'now';
export type HookFunction = 'review' | 'mount.read' | 'mount.write' | 'file' | '<capability>';

export interface Hook {
  readonly id: HookId;
  /** Completes the sentence *A rule here runs …*. */
  readonly about: string;
  readonly variables: readonly HookVariable[];
  /** `c` = context; `i` = input and `o` = output in middleware only. */
  readonly aliases: { readonly [alias: string]: HookVariable };
  readonly functions: readonly HookFunction[];
  /** Whether `context` holds the state before the turn or includes the turn. */
  readonly moment: 'before' | 'after';
  eligible(turn: Turn): boolean;
}

const c = { c: 'context' } as const;
const onCapability = (turn: Turn) => turn.kind === 'capability';
const onModel = (turn: Turn) => turn.kind === 'llm';

/** The specification's table ("Available Scopes"), plus `turn`. */
export const hooks: { readonly [H in HookId]: Hook } = {
  turn: {
    id: 'turn',
    about: 'after every turn, to explore',
    variables: ['context', 'input', 'output', 'now'],
    aliases: c,
    functions: [],
    moment: 'after',
    eligible: () => true,
  },
  'guardrail.before': {
    id: 'guardrail.before',
    about: 'before an input reaches the agent',
    variables: ['context', 'input', 'now'],
    aliases: c,
    functions: [],
    moment: 'before',
    eligible: (turn) => turn.kind === 'input',
  },
  'guardrail.after': {
    id: 'guardrail.after',
    about: 'after the model has answered the user',
    variables: ['context', 'output', 'now'],
    aliases: c,
    functions: [],
    moment: 'after',
    eligible: (turn) => turn.kind === 'llm' && turn.answers,
  },
  'middleware.before': {
    id: 'middleware.before',
    about: 'before a capability runs',
    variables: ['context', 'input', 'now'],
    aliases: { ...c, i: 'input' },
    functions: ['review'],
    moment: 'before',
    eligible: onCapability,
  },
  'middleware.after': {
    id: 'middleware.after',
    about: 'after a capability ran',
    variables: ['context', 'input', 'output', 'now'],
    aliases: { ...c, i: 'input', o: 'output' },
    functions: ['review'],
    moment: 'after',
    eligible: onCapability,
  },
  binding: {
    id: 'binding',
    about: 'for a parameter, before the call is offered to the model',
    variables: ['context'],
    aliases: c,
    functions: [],
    moment: 'before',
    eligible: onCapability,
  },
  'tool-expression': {
    id: 'tool-expression',
    about: 'as a tool written in CEL',
    variables: ['context', 'input', 'now'],
    aliases: c,
    functions: ['mount.read', 'mount.write', 'review'],
    moment: 'before',
    eligible: onCapability,
  },
  prompt: {
    id: 'prompt',
    about: 'in the agent’s prompt, before each model turn',
    variables: ['context'],
    aliases: c,
    functions: [],
    moment: 'before',
    eligible: onModel,
  },
  script: {
    id: 'script',
    about: 'in a script by the model, which sees no context',
    variables: [],
    aliases: {},
    functions: ['<capability>', 'file'],
    moment: 'before',
    eligible: onModel,
  },
};

export const hookIds = Object.keys(hooks) as readonly HookId[]; // the table's own keys, in its order

/** At these hooks an expression is an assert: it passes or fires. */
const asserting: ReadonlySet<HookId> = new Set<HookId>([
  'guardrail.before',
  'guardrail.after',
  'middleware.before',
  'middleware.after',
]);

export const isAsserting = (hook: HookId): boolean => asserting.has(hook);
