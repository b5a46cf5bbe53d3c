import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Refusal } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

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
