import { unlinkSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { endWord } from './ask-background.ts';
import type { GateChoices } from './options.ts';
import type { Decision } from './decision.ts';
import { RecordedJudge } from './recorded-judge.ts';

/** Without a question for so long, the process ends. */
const idleMs = 15 * 60_000;
/** After so long without a question, the transcript is read again as a whole. */
const quietMs = 2_000;
/** Reading again takes at most such a share of the time. */
const readingShare = 0.2;

export interface Background {
  close(): void;
  /** Resolves when it listens no more. */
  readonly closed: Promise<void>;
}

/**
 * Listens at a socket for what hooks are given, and answers each with a decision. Null if another process listens there
 * already: two calls of an agent at the same time may both have started one.
 */
export async function startBackground(
  socket: string,
  choices: GateChoices,
  transcript?: string,
): Promise<Background | null> {
  const judge = new RecordedJudge(choices);
  let asked = 0;
  let isClosed = false;
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    asked += 1;
    rest.begin();
    void answerTo(connection, judge, close).finally(() => {
      if (!isClosed) rest.begin();
    });
  });
  const close = () => {
    isClosed = true;
    rest.end();
    server.close();
  };
  const rest = new Rest(close, judge, () => asked);
  const isOpen =
    (await listening(server, socket)) || (!(await isAnswered(socket)) && (await inItsPlace(server, socket)));
  if (!isOpen) return null;
  if (transcript !== undefined) void judge.prepare(transcript);
  rest.begin();
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  return { close, closed };
}

async function answerTo(connection: Socket, judge: RecordedJudge, end: () => void): Promise<void> {
  // A hook that was killed while it waited.
  connection.on('error', () => connection.destroy());
  try {
    const input = await textFrom(connection);
    if (input === endWord) end();
    const decision: Decision = input === endWord ? { kind: 'pass' } : await judge.judge(input);
    connection.end(JSON.stringify(decision));
  } catch {
    connection.destroy();
  }
}

/** All that the hook sends. Iterating over the connection would also close the way back. */
const textFrom = (connection: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    connection.on('data', (piece: Buffer) => pieces.push(piece));
    connection.once('end', () => resolve(Buffer.concat(pieces).toString()));
    connection.once('close', () => reject(new Error('the hook has gone')));
  });

/** What the process does while no hook asks. */
class Rest {
  readonly #close: () => void;
  readonly #judge: RecordedJudge;
  readonly #asked: () => number;
  #timers: readonly NodeJS.Timeout[] = [];
  #notBefore = 0;

  constructor(close: () => void, judge: RecordedJudge, asked: () => number) {
    this.#close = close;
    this.#judge = judge;
    this.#asked = asked;
  }

  begin(): void {
    this.end();
    const now = performance.now();
    this.#timers = [
      setTimeout(() => this.#close(), idleMs),
      setTimeout(() => void this.#readAgain(), Math.max(quietMs, this.#notBefore - now)),
    ];
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #readAgain(): Promise<void> {
    const asked = this.#asked();
    const began = performance.now();
    await this.#judge.readAgain(() => this.#asked() !== asked).catch(() => false);
    const now = performance.now();
    this.#notBefore = now + (now - began) / readingShare;
  }
}

const listening = (server: Server, socket: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const failed = (cause: NodeJS.ErrnoException) => (cause.code === 'EADDRINUSE' ? resolve(false) : reject(cause));
    server.once('error', failed);
    server.listen(socket, () => {
      server.off('error', failed);
      resolve(true);
    });
  });

/** The socket of a process that was killed stays, and nothing answers at it. */
function inItsPlace(server: Server, socket: string): Promise<boolean> {
  unlinkSync(socket);
  return listening(server, socket);
}

const isAnswered = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on('error', () => resolve(false));
  });
