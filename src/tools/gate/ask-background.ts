import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Program } from '../cli/this-program.ts';
import type { Decision } from './decision.ts';
import type { GateChoices } from './options.ts';

const betweenAttemptsMs = 10;

/** Asks the process at a socket; undefined when none listens there. */
export function askAt(socket: string, input: Buffer): Promise<Decision | undefined> {
  return new Promise((resolve, reject) => {
    let answer = '';
    let isConnected = false;
    const connection = connect({ path: socket, allowHalfOpen: true }, () => {
      isConnected = true;
      connection.end(input);
    });
    connection.setEncoding('utf8');
    connection.on('data', (piece: string) => (answer += piece));
    connection.on('end', () =>
      answer === '' ? reject(new Error('the process in the background gave no answer')) : resolve(JSON.parse(answer)),
    );
    connection.on('error', (cause) => (isConnected ? reject(cause) : resolve(undefined)));
  });
}

/** What ends the process: no hook is given this. */
export const endWord = 'end';

export const askToEnd = (socket: string): Promise<unknown> => askAt(socket, Buffer.from(endWord));

/** Starts the process that listens at a socket. It lives on when this one ends. `transcript`: read at once. */
export function startProgram(
  program: Program,
  socket: string,
  choices: GateChoices,
  transcript?: string,
): ChildProcess {
  const own = [
    'gate',
    '--background',
    socket,
    JSON.stringify(choices),
    ...(transcript === undefined ? [] : [transcript]),
  ];
  const how = { detached: true, stdio: 'ignore', cwd: dirname(socket) } as const;
  const child = spawn(program.command, [...program.args, ...own], how);
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/** Starts the process that listens at a socket, and asks it as soon as it does. */
export async function startAndAsk(
  program: Program,
  socket: string,
  choices: GateChoices,
  input: Buffer,
  isTooLate: () => boolean,
): Promise<Decision | undefined> {
  const child = startProgram(program, socket, choices);
  const failed = new AbortController();
  child.on('error', () => failed.abort());
  // Status 0: another process listens already.
  child.on('exit', (status) => status !== 0 && failed.abort());
  while (!failed.signal.aborted && !isTooLate()) {
    await new Promise((resolve) => setTimeout(resolve, betweenAttemptsMs));
    const answer = await askAt(socket, input);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
