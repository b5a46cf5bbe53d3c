import { HelpAsked } from './parse.ts';
import { type Command, Refusal } from './command.ts';

/** Exit status: 0 fine, 1 a check failed, 2 bad usage or unreadable input (one line on standard error). */
export async function exitWith(main: () => Promise<number>): Promise<void> {
  // A reader such as `head` may close the pipe early, which is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.exitCode = await statusOf(main);
}

/** The exit status; the reason of status 2 is one line on standard error. */
export async function statusOf(main: () => Promise<number>): Promise<number> {
  try {
    return await main();
  } catch (error) {
    if (error instanceof Refusal) process.stderr.write(`${oneLine(error.message)}\n`);
    else process.stderr.write(`This is a bug in Contextscope: ${oneLine(String(error))}\n`);
    return 2;
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Runs a command, or explains it if its arguments ask for that, and returns the exit status. */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  try {
    return await command.run(args);
  } catch (error) {
    if (!(error instanceof HelpAsked)) throw error;
    process.stdout.write(`Usage: contextscope ${usageOf(command)}\n${optionsOf(command)}`);
    return 0;
  }
}

export const usageOf = (command: Command): string => `${command.usage}\n      ${command.about}`;

function optionsOf({ options = {} }: Command): string {
  const rows = Object.entries(options).map(([name, { value, about }]) => [`--${name} ${value}`, about] as const);
  const width = Math.max(...rows.map(([option]) => option.length));
  return (
    rows.map(([option, about]) => `\n  ${option.padEnd(width)}  ${about}`).join('') + (rows.length > 0 ? '\n' : '')
  );
}
