import { resolve } from 'node:path';
import { Refusal, type OptionTable } from '../cli/command.ts';
import { parse } from '../cli/parse.ts';
import { hookAgents } from './agents/registry.ts';
import { type Fallback, fallbacks } from './decision.ts';

export const usage =
  'gate POLICY.yaml [--agent ID] [--on-failure deny|ask|allow] [--on-unknown deny|ask|allow] [--log FILE] [--to URL] [--timeout SECONDS] [--in-process] [--check]';

const usualTimeout = 30;

export const gateOptions = {
  agent: {
    type: 'string',
    value: 'ID',
    about: `whose hook this is: ${hookAgents.map(({ id }) => id).join(' or ')} (${hookAgents[0].id})`,
  },
  'on-failure': {
    type: 'string',
    value: 'deny|ask|allow',
    about: 'what happens when the policy cannot be judged: a fault in it, no readable transcript, no time (deny)',
  },
  'on-unknown': {
    type: 'string',
    value: 'deny|ask|allow',
    about: 'what happens when a step needs a value that the transcript does not hold (ask); review() always asks',
  },
  log: { type: 'string', value: 'FILE', about: 'a line of JSON for each decision is added to this file' },
  to: {
    type: 'string',
    value: 'URL',
    about: 'each decision is also sent to a running Contextscope, such as http://127.0.0.1:4173, which shows it live',
  },
  timeout: {
    type: 'string',
    value: 'SECONDS',
    about: `how long it may take before it counts as a failure (${usualTimeout}); the hook’s own timeout must be longer`,
  },
  'in-process': {
    type: 'boolean',
    value: '',
    about: 'reads the whole transcript at each call instead of leaving a process in the background that follows it',
  },
  check: {
    type: 'boolean',
    value: '',
    about: 'says whether the policy, the log and the server can be used, instead of running as a hook',
  },
} as const satisfies OptionTable;

/** How the gate was set up. */
export interface GateChoices {
  /** Absolute, as is `log`. */
  readonly policy: string;
  readonly agent: string;
  readonly onFailure: Fallback;
  readonly onUnknown: Fallback;
  readonly log: string | null;
  /** The address of a server, with a slash at its end. */
  readonly to: string | null;
  readonly timeoutMs: number;
  readonly inProcess: boolean;
  /** It does not run as a hook, but says whether the rest can be used. */
  readonly isCheck: boolean;
}

/** Paths are relative to `folder`. */
export function choicesOf(args: readonly string[], folder = process.cwd()): GateChoices {
  const { values, positionals } = parse(args, gateOptions);
  const [policy, ...more] = positionals;
  if (policy === undefined || more.length > 0) throw new Refusal(`Give one policy: ${usage}`);
  return {
    policy: resolve(folder, policy),
    agent: agentOf(values.agent),
    onFailure: fallbackOf('on-failure', values['on-failure'] ?? 'deny'),
    onUnknown: fallbackOf('on-unknown', values['on-unknown'] ?? 'ask'),
    log: values.log === undefined ? null : resolve(folder, values.log),
    to: values.to === undefined ? null : serverOf(values.to),
    timeoutMs: timeoutOf(values.timeout ?? String(usualTimeout)),
    inProcess: values['in-process'] === true,
    isCheck: values.check === true,
  };
}

function agentOf(given: string | undefined): string {
  const ids = hookAgents.map(({ id }) => id);
  const id = given ?? hookAgents[0].id;
  if (ids.includes(id)) return id;
  throw new Refusal(`The gate does not know the agent "${id}". Agents: ${ids.join(', ')}.`);
}

function fallbackOf(option: string, given: string): Fallback {
  const fallback = fallbacks.find((one) => one === given);
  if (fallback !== undefined) return fallback;
  throw new Refusal(`--${option} takes ${fallbacks.join(', ')}, not "${given}".`);
}

function serverOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && /^https?:$/.test(url.protocol))
    return new URL('.', url.href.endsWith('/') ? url : `${url.href}/`).href;
  throw new Refusal(`--to takes the address of a server, such as http://127.0.0.1:4173, not "${address}".`);
}

function timeoutOf(given: string): number {
  const seconds = Number(given);
  if (seconds > 0 && seconds <= 3600) return seconds * 1000;
  throw new Refusal(`--timeout takes a number of seconds above 0, such as 30, not "${given}".`);
}
