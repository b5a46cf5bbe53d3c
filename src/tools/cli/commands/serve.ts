import type { ServeChoices } from '../../serve/serve.ts';
import { parse } from '../parse.ts';
import { type Command, type OptionTable, Refusal } from '../command.ts';
import { choicesFrom, serverOptions, serveUntilStopped } from '../serving.ts';

const options = {
  ...serverOptions,
  watch: { type: 'boolean', value: 'PATH…', about: 'follows files, folders and patterns of logs that agents write' },
} as const satisfies OptionTable;

export const serve: Command = {
  name: 'serve',
  usage: 'serve [--port N] [--watch PATH…] [--allow ORIGIN] [--allow-origin ORIGIN] …',
  about: 'serves the page on this machine, with the live sessions that agents send',
  options,
  run: (args) => serveUntilStopped(choicesOf(args)),
};

export function choicesOf(args: readonly string[]): ServeChoices {
  const { values, positionals } = parse(args, options);
  if ((values.watch === true) !== positionals.length > 0) {
    throw new Refusal('--watch is followed by the files, folders or patterns to follow: serve --watch logs/');
  }
  return { ...choicesFrom(values), watch: positionals, opened: [] };
}
