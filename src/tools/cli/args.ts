import type { ParseArgsConfig } from 'node:util';
import { hookIds, type HookId } from '../../engine/model/hooks.ts';
import { Refusal } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options of a command for one session of a file, optionally at one turn. */
export const lookingOptions = {
  turn: { type: 'string' },
  session: { type: 'string' },
  mapping: { type: 'string' },
  json: { type: 'boolean' },
} as const satisfies Options;

/** Options of a command for what no recording has. */
export const givenOptions = { findings: { type: 'string' }, given: { type: 'string' } } as const satisfies Options;

/** Options of a command that judges a rule there. */
export const judgingOptions = {
  ...lookingOptions,
  expr: { type: 'string' },
  hook: { type: 'string' },
  match: { type: 'string' },
  policy: { type: 'string' },
  ...givenOptions,
} as const satisfies Options;

export function oneFile(positionals: readonly string[], usage: string): string {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Refusal(`Give one FILE: ${usage}`);
  return file;
}

/** A whole number from 0, or undefined when the option is not given. */
export function wholeNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Refusal(`--${option} takes a whole number from 0, not "${text}".`);
  return Number(text);
}

export function hookOf(text: string | undefined): HookId {
  if (text === undefined) return 'turn';
  const hook = hookIds.find((id) => id === text);
  if (hook === undefined) throw new Refusal(`There is no hook "${text}". Hooks: ${hookIds.join(', ')}.`);
  return hook;
}
