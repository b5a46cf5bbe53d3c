import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { Program } from '../cli/this-program.ts';

const betweenAttemptsMs = 10;

/**
 * Asks the process at a socket for what the hook prints; undefined when none listens there. The request is of HTTP, so that
 * `curl` can make it, too; Node's own client of HTTP takes longer to load than the answer. An open connection would keep this
 * process alive, so `signal` ends it.
 */
export function askAt(socket: string, body: string, signal?: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let response = '';
    let isConnected = false;
    const connection = connect(socket, () => {
      isConnected = true;
      const length = Buffer.byteLength(body);
      connection.write(`POST / HTTP/1.1\r\nHost: gate\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
      connection.write(body);
    });
    const stop = () => connection.destroy();
    signal?.addEventListener('abort', stop);
    connection.once('close', () => signal?.removeEventListener('abort', stop));
    connection.setEncoding('utf8');
    connection.on('data', (piece: string) => (response += piece));
    connection.on('end', () => {
      const answer = wholeAnswerIn(response);
      if (answer === null) reject(new Error('the process in the background gave no answer'));
      else resolve(answer);
    });
    connection.on('error', (cause) => (isConnected ? reject(cause) : resolve(undefined)));
  });
}

/** The body of a response; null when it refuses, or was cut off. */
function wholeAnswerIn(response: string): string | null {
  const end = response.indexOf('\r\n\r\n');
  const head = response.slice(0, Math.max(0, end));
  const body = response.slice(end + 4);
  const length = /\r\ncontent-length: (\d{1,12})(?:\r\n|$)/i.exec(head)?.[1];
  return head.startsWith('HTTP/1.1 200 ') && Number(length) === Buffer.byteLength(body) ? body : null;
}

/** Starts the process that listens at a socket. It lives on when this one ends. `first`: the body of what it prepares for. */
export function startProgram(program: Program, socket: string, first?: string): ChildProcess {
  const own = ['gate', '--background', socket, ...(first === undefined ? [] : [first])];
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
  body: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const child = startProgram(program, socket);
  const failed = new AbortController();
  child.on('error', () => failed.abort());
  // Status 0: another process listens already.
  child.on('exit', (status) => status !== 0 && failed.abort());
  while (!failed.signal.aborted && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, betweenAttemptsMs));
    const answer = await askAt(socket, body, signal);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
