import type { InvocationOutcome } from '../engine/model/history.ts';
import { canFire, type EnvironmentId, type HookId } from '../engine/model/hooks.ts';
import { type VerdictCounts, type VerdictKind, verdictKinds } from '../engine/model/verdict.ts';
import type { TurnRange } from '../state/sight.ts';
import { count, counted } from '../ui/format.ts';
import type { Argument, Rule, TurnTokens } from '../worker/protocol.ts';

/** A call's outcome in words, for every panel. */
export const outcomeText = (outcome: InvocationOutcome): string => outcomeWords[outcome];

const outcomeWords: { readonly [O in InvocationOutcome]: string } = {
  successful: 'ok',
  errored: 'failed',
  restricted: 'blocked',
  pending: 'pending',
  'no-result': 'no result',
};

/** The cursor's position in words; before the first turn it is the initial state. */
export const atTurn = (turn: number): string => (turn < 0 ? 'before the first turn' : `at turn ${turn}`);
export const afterTurn = (turn: number): string => (turn < 0 ? 'before the first turn' : `after turn ${turn}`);
export const upToTurn = (turn: number): string => (turn < 0 ? 'before the first turn' : `up to turn ${turn}`);

/** `turns 41–80` */
export const rangeWords = ({ first, last }: TurnRange): string =>
  first === last ? `turn ${count(first)}` : `turns ${count(first)}–${count(last)}`;

/** When a rule runs, in the user's words; the specification's term is shown beside it. */
export const hookTitles: { readonly [H in HookId]: string } = {
  turn: 'At every turn',
  'guardrail.before': 'Before an input',
  'guardrail.after': 'After an answer',
  'middleware.before': 'Before a tool call',
  'middleware.after': 'After a tool call',
  binding: 'In a tool’s parameter',
  'tool-expression': 'In a tool written in CEL',
  prompt: 'In the prompt',
  script: 'In the model’s script',
  'cel-ai.input': 'Before an input',
  'cel-ai.output': 'Before an answer',
  'cel-ai.tool-call.before': 'Before a tool call',
  'cel-ai.tool-call.after': 'After a tool call',
  'agentgateway.llm.before': 'Before a model call',
  'agentgateway.llm.after': 'After a model call',
  'agentgateway.tool-call.before': 'Before a tool call',
  'agentgateway.tool-call.after': 'After a tool call',
};

/** What a hook judges, one and many. */
export const judgedAt: { readonly [H in HookId]: readonly [one: string, many: string] } = {
  turn: ['turn', 'turns'],
  'guardrail.before': ['input', 'inputs'],
  'guardrail.after': ['answer', 'answers'],
  'middleware.before': ['call', 'calls'],
  'middleware.after': ['call', 'calls'],
  binding: ['call', 'calls'],
  'tool-expression': ['call', 'calls'],
  prompt: ['model call', 'model calls'],
  script: ['model call', 'model calls'],
  'cel-ai.input': ['input', 'inputs'],
  'cel-ai.output': ['answer', 'answers'],
  'cel-ai.tool-call.before': ['call', 'calls'],
  'cel-ai.tool-call.after': ['call', 'calls'],
  'agentgateway.llm.before': ['model call', 'model calls'],
  'agentgateway.llm.after': ['model call', 'model calls'],
  'agentgateway.tool-call.before': ['call', 'calls'],
  'agentgateway.tool-call.after': ['call', 'calls'],
};

/** Environments by name: the title of a group of hooks. */
export const environmentTitles: { readonly [E in EnvironmentId]: string } = {
  'common-agent': 'Common Agent Specification',
  'cel-ai': 'CEL AI policy',
  agentgateway: 'Agent gateway',
};

/** What a rule does at a turn, as a verb. */
export const verdictWords: { readonly [K in VerdictKind]: string } = {
  pass: 'passes',
  fire: 'fires',
  error: 'error',
  unknown: 'unknown',
  value: 'value',
  'n/a': 'not eligible',
};

/** What a rule of another host's policy does, where that is not what an assertion does. */
export const decisionWords = ({ yields = 'value' }: Pick<Rule, 'yields'>): { readonly [K in VerdictKind]?: string } =>
  decisions[yields];

const decisions: { readonly [Y in NonNullable<Rule['yields']>]: { readonly [K in VerdictKind]?: string } } = {
  value: {},
  allow: { pass: 'allows', value: 'does not allow' },
  deny: { fire: 'denies', pass: 'does not deny' },
  confirm: { fire: 'asks a person', pass: 'does not ask' },
  replay: { fire: 'sends it back', pass: 'does not send it back' },
  output: { fire: 'does not allow', pass: 'allows' },
};

/** The word for a code of the rule's verdicts. */
export function verdictWordOf(code: number | undefined, rule: Pick<Rule, 'yields'> = {}): string {
  const kind = verdictKinds[code ?? 0] ?? 'n/a';
  return decisionWords(rule)[kind] ?? verdictWords[kind];
}

/** `1 480 (prompt 1 300, completion 180)`, or `prompt 1 300, completion not recorded`. */
export function tokensInWords({ prompt, completion }: TurnTokens): string {
  const side = (tokens: number | null) => (tokens === null ? 'not recorded' : count(tokens));
  const sides = `prompt ${side(prompt)}, completion ${side(completion)}`;
  return prompt === null || completion === null ? sides : `${count(prompt + completion)} (${sides})`;
}

/**
 * For a narrow column: `1 480`, or `1 300+` if one side was not recorded; empty if the call is counted with another
 * one.
 */
export function tokensInShort({ prompt, completion }: TurnTokens): string {
  if (prompt === 0 && completion === 0) return '';
  return `${count((prompt ?? 0) + (completion ?? 0))}${prompt === null || completion === null ? '+' : ''}`;
}

/** The arguments of a call on one line: `recipient "US13…", amount 1.0`. */
export const argumentsInShort = (given: readonly Argument[]): string =>
  given
    .map(({ name, text, isText }) => `${name === null ? '' : `${name} `}${isText ? JSON.stringify(text) : text}`)
    .join(', ');

/** Whether a rule computes a value: by its hook or, where it could also fire, by its verdicts. */
export const isComputing = (
  { hook, yields }: Pick<Rule, 'hook' | 'yields'>,
  { value, fire, pass }: VerdictCounts,
): boolean => yields === 'value' || !canFire(hook) || (value > 0 && fire + pass === 0 && yields !== 'allow');

/**
 * `fires at 3 of 41 eligible, 1 error counted as failed among them, unknown at 4`. Null is what a policy decides by all its rules.
 * `first` follows the number.
 */
export function actsInWords(
  rule: Pick<Rule, 'hook' | 'yields'> | null,
  acts: number,
  counts: VerdictCounts,
  first = '',
): string {
  const of = `of ${count(counts.eligible)} eligible`;
  if (rule !== null && isComputing(rule, counts))
    return `has a value at ${count(counts.value)} ${of}${errorsAndUnknowns(counts.fire, counts)}`;
  return `${rule === null ? 'blocks' : 'fires'} at ${count(acts)} ${of}${first}${errorsAndUnknowns(acts, counts)}`;
}

/** After how often a rule acts: `, 3 errors counted as failed among them, unknown at 4`. */
export function errorsAndUnknowns(
  acts: number,
  { fire, error, unknown }: Pick<VerdictCounts, 'fire' | 'error' | 'unknown'>,
): string {
  const failed = acts - fire;
  const others = error - failed;
  return [
    ...(failed === 0 ? [] : [failedAmong(failed, acts)]),
    ...(others === 0 ? [] : [counted(others, failed === 0 ? 'error' : 'other error')]),
    ...(unknown === 0 ? [] : [`unknown at ${count(unknown)}`]),
  ]
    .map((part) => `, ${part}`)
    .join('');
}

function failedAmong(failed: number, acts: number): string {
  if (failed < acts) return `${counted(failed, 'error')} counted as failed among them`;
  return `${failed === 1 ? 'an error' : 'all of them errors'} counted as failed`;
}
