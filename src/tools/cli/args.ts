import { parseArgs, type ParseArgsConfig } from 'node:util';
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

/** Options of a command that judges a rule there. */
export const judgingOptions = {
  ...lookingOptions,
  expr: { type: 'string' },
  hook: { type: 'string' },
  match: { type: 'string' },
  policy: { type: 'string' },
  findings: { type: 'string' },
  given: { type: 'string' },
} as const satisfies Options;

/** Thrown when `--help` or `-h` is among the arguments and is not the value of an option. */
export class HelpAsked extends Error {
  override readonly name = 'HelpAsked';
}

/**
 * Parses a command's arguments; unknown options and missing values are refused in one line. The argument after an
 * option that takes a value is its value, with or without a dash. When `dashes` is `positional`, a lone `-x` is a
 * positional argument too.
 */
export function parse<O extends Options>(args: readonly string[], options: O, dashes?: 'positional') {
  const prepared = preparedFor(args, options, dashes);
  try {
    return parseArgs({ args: [...prepared], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

/** Node reads `--expr -x` as two options, so a value is joined to its option first: `--expr=-x`. */
function preparedFor(args: readonly string[], options: Options, dashes: 'positional' | undefined): readonly string[] {
  const named: string[] = [];
  const positional: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const next = args[at + 1];
    if (arg === '--help' || arg === '-h') throw new HelpAsked();
    if (arg === '--') return [...named, '--', ...positional, ...args.slice(at + 1)];
    if (takesValue(arg, options)) {
      if (next === undefined || isOption(next, options)) throw new Refusal(`${arg} needs a value after it.`);
      named.push(`${arg}=${next}`);
      at++;
    } else if (dashes === 'positional' && !isOption(arg, options)) positional.push(arg);
    else named.push(arg);
  }
  return [...named, '--', ...positional];
}

const takesValue = (arg: string, options: Options): boolean =>
  Object.entries(options).some(([name, { type }]) => type === 'string' && arg === `--${name}`);

const isOption = (arg: string, options: Options): boolean =>
  Object.keys(options).some((name) => arg === `--${name}` || arg.startsWith(`--${name}=`));

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
