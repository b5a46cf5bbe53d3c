import type { Turn } from './history.ts';

/** What a host gives to rules: variables, functions, and the hooks at which it asks. */
export type EnvironmentId = 'common-agent' | 'cel-ai' | 'agentgateway';

/** The hooks of the Common Agent Specification. `turn` is for exploring. */
export type SpecificationHookId =
  | 'turn'
  | 'guardrail.before'
  | 'guardrail.after'
  | 'middleware.before'
  | 'middleware.after'
  | 'binding'
  | 'tool-expression'
  | 'prompt'
  | 'script';

/** The hooks of the CEL project's AI policy environment, which names no moments: they follow from its variables. */
export type CelAiHookId = 'cel-ai.input' | 'cel-ai.output' | 'cel-ai.tool-call.before' | 'cel-ai.tool-call.after';

/** The moments at which agentgateway evaluates rules. It names its policies, not its moments: the names are ours. */
export type GatewayHookId =
  | 'agentgateway.llm.before'
  | 'agentgateway.llm.after'
  | 'agentgateway.tool-call.before'
  | 'agentgateway.tool-call.after';

/** Where a rule would run. A hook belongs to one environment, so that a rule names its environment by its hook. */
export type HookId = SpecificationHookId | CelAiHookId | GatewayHookId;

export type SpecificationVariable = 'context' | 'input' | 'output' | 'now';
/** Of these, a recording answers `mcp` and `llm`; the others are about the request that carried the call. */
export type GatewayVariable = 'mcp' | 'llm' | WireVariable;
export type WireVariable =
  | 'jwt'
  | 'apiKey'
  | 'basicAuth'
  | 'request'
  | 'response'
  | 'source'
  | 'destination'
  | 'backend'
  | 'proxy'
  | 'env'
  | 'extauthz'
  | 'extproc'
  | 'mcpGuardrails'
  | 'metadata'
  | 'llmRequest';
export type HookVariable = SpecificationVariable | 'agent' | 'tool' | GatewayVariable;
export type HookFunction = 'review' | 'mount.read' | 'mount.write' | 'file' | '<capability>';

export interface Hook {
  readonly id: HookId;
  readonly environment: EnvironmentId;
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

export interface SpecificationHook extends Hook {
  readonly id: SpecificationHookId;
  readonly variables: readonly SpecificationVariable[];
  readonly aliases: { readonly [alias: string]: SpecificationVariable };
}

const c = { c: 'context' } as const;
const onCapability = (turn: Turn) => turn.kind === 'capability';
const onModel = (turn: Turn) => turn.kind === 'llm';

/** The specification's table ("Available Scopes"), plus `turn`. */
export const specificationHooks: { readonly [H in SpecificationHookId]: SpecificationHook } = {
  turn: {
    id: 'turn',
    environment: 'common-agent',
    about: 'after every turn, to explore',
    variables: ['context', 'input', 'output', 'now'],
    aliases: c,
    functions: [],
    moment: 'after',
    eligible: () => true,
  },
  'guardrail.before': {
    id: 'guardrail.before',
    environment: 'common-agent',
    about: 'before an input reaches the agent',
    variables: ['context', 'input', 'now'],
    aliases: c,
    functions: [],
    moment: 'before',
    eligible: (turn) => turn.kind === 'input',
  },
  'guardrail.after': {
    id: 'guardrail.after',
    environment: 'common-agent',
    about: 'after the model has answered the user',
    variables: ['context', 'output', 'now'],
    aliases: c,
    functions: [],
    moment: 'after',
    eligible: (turn) => turn.kind === 'llm' && turn.answers,
  },
  'middleware.before': {
    id: 'middleware.before',
    environment: 'common-agent',
    about: 'before a capability runs',
    variables: ['context', 'input', 'now'],
    aliases: { ...c, i: 'input' },
    functions: ['review'],
    moment: 'before',
    eligible: onCapability,
  },
  'middleware.after': {
    id: 'middleware.after',
    environment: 'common-agent',
    about: 'after a capability ran',
    variables: ['context', 'input', 'output', 'now'],
    aliases: { ...c, i: 'input', o: 'output' },
    functions: ['review'],
    moment: 'after',
    eligible: onCapability,
  },
  binding: {
    id: 'binding',
    environment: 'common-agent',
    about: 'for a parameter, before the call is offered to the model',
    variables: ['context'],
    aliases: c,
    functions: [],
    moment: 'before',
    eligible: onCapability,
  },
  'tool-expression': {
    id: 'tool-expression',
    environment: 'common-agent',
    about: 'as a tool written in CEL',
    variables: ['context', 'input', 'now'],
    aliases: c,
    functions: ['mount.read', 'mount.write', 'review'],
    moment: 'before',
    eligible: onCapability,
  },
  prompt: {
    id: 'prompt',
    environment: 'common-agent',
    about: 'in the agent’s prompt, before each model turn',
    variables: ['context'],
    aliases: c,
    functions: [],
    moment: 'before',
    eligible: onModel,
  },
  script: {
    id: 'script',
    environment: 'common-agent',
    about: 'in a script by the model, which sees no context',
    variables: [],
    aliases: {},
    functions: ['<capability>', 'file'],
    moment: 'before',
    eligible: onModel,
  },
};

const celAi = {
  environment: 'cel-ai',
  aliases: {},
  functions: [],
} as const;

const celAiHooks: { readonly [H in CelAiHookId]: Hook } = {
  'cel-ai.input': {
    ...celAi,
    id: 'cel-ai.input',
    about: 'before an input reaches the agent',
    variables: ['agent', 'now'],
    moment: 'before',
    eligible: (turn) => turn.kind === 'input',
  },
  'cel-ai.output': {
    ...celAi,
    id: 'cel-ai.output',
    about: 'before an answer reaches the user',
    variables: ['agent', 'now'],
    moment: 'before',
    eligible: (turn) => turn.kind === 'llm' && turn.answers,
  },
  'cel-ai.tool-call.before': {
    ...celAi,
    id: 'cel-ai.tool-call.before',
    about: 'before a tool runs',
    variables: ['agent', 'tool', 'now'],
    moment: 'before',
    eligible: onCapability,
  },
  'cel-ai.tool-call.after': {
    ...celAi,
    id: 'cel-ai.tool-call.after',
    about: 'after a tool ran',
    variables: ['agent', 'tool', 'now'],
    moment: 'after',
    eligible: onCapability,
  },
};

const gateway = {
  environment: 'agentgateway',
  aliases: {},
  functions: [],
} as const;

const wireBefore: readonly WireVariable[] = [
  'jwt',
  'apiKey',
  'basicAuth',
  'request',
  'source',
  'destination',
  'backend',
  'proxy',
  'env',
  'extauthz',
  'extproc',
  'mcpGuardrails',
  'metadata',
];

const gatewayHooks: { readonly [H in GatewayHookId]: Hook } = {
  'agentgateway.llm.before': {
    ...gateway,
    id: 'agentgateway.llm.before',
    about: 'before a request reaches the model',
    variables: ['llm', 'llmRequest', ...wireBefore],
    moment: 'before',
    eligible: onModel,
  },
  'agentgateway.llm.after': {
    ...gateway,
    id: 'agentgateway.llm.after',
    about: 'after the model responded, for logs and limits',
    variables: ['llm', 'response', ...wireBefore],
    moment: 'after',
    eligible: onModel,
  },
  'agentgateway.tool-call.before': {
    ...gateway,
    id: 'agentgateway.tool-call.before',
    about: 'before a tool runs, as an authorization rule',
    variables: ['mcp', ...wireBefore],
    moment: 'before',
    eligible: onCapability,
  },
  'agentgateway.tool-call.after': {
    ...gateway,
    id: 'agentgateway.tool-call.after',
    about: 'after a tool ran, for logs',
    variables: ['mcp', 'response', ...wireBefore],
    moment: 'after',
    eligible: onCapability,
  },
};

export const hooks: { readonly [H in HookId]: Hook } = { ...specificationHooks, ...celAiHooks, ...gatewayHooks };

export const isSpecificationHook = (hook: HookId): hook is SpecificationHookId =>
  Object.hasOwn(specificationHooks, hook);

export const specificationHookIds = Object.keys(specificationHooks) as readonly SpecificationHookId[]; // the table's own keys, in its order
export const hookIds = Object.keys(hooks) as readonly HookId[]; // the table's own keys, in its order

/** At these hooks an expression is an assert: it passes or fires. */
const asserting: ReadonlySet<HookId> = new Set<HookId>([
  'guardrail.before',
  'guardrail.after',
  'middleware.before',
  'middleware.after',
  ...(Object.keys(celAiHooks) as CelAiHookId[]), // the table's own keys
  ...(Object.keys(gatewayHooks) as GatewayHookId[]), // the table's own keys
]);

export const isAsserting = (hook: HookId): boolean => asserting.has(hook);

/** True where an expression can fire. Elsewhere it computes something, so that its result is a plain value. */
export const canFire = (hook: HookId): boolean => hook === 'turn' || isAsserting(hook);

/** True where a rule that fires stops something. A host that only writes a log at a hook stops nothing there. */
export const isStopping = (hook: HookId): boolean =>
  isAsserting(hook) && hook !== 'agentgateway.llm.after' && hook !== 'agentgateway.tool-call.after';
