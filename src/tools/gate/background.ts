import { unlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { unreachable } from '../../base/unreachable.ts';
import { agentNamed } from './agents/registry.ts';
import { askingIn, type Asking } from './asking.ts';
import { givenIn } from './given.ts';
import { choicesOf, type GateChoices } from './options.ts';
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
 * Listens at a socket for what the hooks of a session ask, and answers with what they print. `first`: the body of a request to
 * prepare for. Null if another process listens there already: two calls of an agent at the same time may both have started one.
 */
export async function startBackground(socket: string, first?: string): Promise<Background | null> {
  const judges = new Judges();
  let asked = 0;
  let isClosed = false;
  const server = createServer((request, response) => {
    asked += 1;
    rest.begin();
    void answerTo(request, response, judges, close).finally(() => {
      if (!isClosed) rest.begin();
    });
  });
  const close = () => {
    isClosed = true;
    rest.end();
    server.close();
  };
  const rest = new Rest(close, judges, () => asked);
  const isOpen =
    (await listening(server, socket)) || (!(await isAnswered(socket)) && (await inItsPlace(server, socket)));
  if (!isOpen) return null;
  if (first !== undefined) void answerOf(first, judges, close);
  rest.begin();
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  return { close, closed };
}

async function answerTo(
  request: IncomingMessage,
  response: ServerResponse,
  judges: Judges,
  end: () => void,
): Promise<void> {
  // A hook that was killed while it waited.
  request.on('error', () => response.destroy());
  let isWaiting = true;
  response.once('close', () => (isWaiting = false));
  response.setHeader('Connection', 'close');
  try {
    const answer = await answerOf(await text(request), judges, end, () => isWaiting);
    // A hook that is refused judges by itself.
    response.statusCode = answer === null ? 400 : 200;
    response.end(answer ?? '');
  } catch {
    response.destroy();
  }
}

/** What the hook prints; null for a request that only the hook itself can handle. */
async function answerOf(
  body: string,
  judges: Judges,
  end: () => void,
  isWaiting?: () => boolean,
): Promise<string | null> {
  const asking = askingIn(body);
  const choices = asking === null ? null : choicesIn(asking);
  if (asking === null || choices === null || choices.inProcess) return null;
  const agent = agentNamed(choices.agent);
  const given = givenIn(asking.input, agent);
  switch (given.kind) {
    case 'unreadable':
      return null;
    case 'other':
      return '';
    case 'life':
      if (given.life.event === 'SessionEnd') end();
      // What is wrong with it is said at the first call.
      else void judges.of(choices, given.life.transcript).prepare(given.life.transcript);
      return '';
    case 'hook': {
      const judge = judges.of(choices, given.hook.transcript);
      const answer = agent.answer(given.hook, await judge.judge(asking.input, isWaiting));
      if (answer !== '') return answer;
      const notice = judge.takeNotice();
      return notice === null ? '' : agent.answer(given.hook, { kind: 'unjudged', reason: `Contextscope: ${notice}` });
    }
    default:
      return unreachable(given);
  }
}

function choicesIn({ args, folder }: Asking): GateChoices | null {
  try {
    return choicesOf(args, folder);
  } catch {
    // Bad usage, which the hook itself explains.
    return null;
  }
}

/** One for each transcript and each way in which the gate was set up: an agent may have several hooks. */
class Judges {
  readonly #judges = new Map<string, RecordedJudge>();

  of(choices: GateChoices, transcript: string): RecordedJudge {
    const key = JSON.stringify([choices, transcript]);
    const known = this.#judges.get(key) ?? new RecordedJudge(choices);
    this.#judges.set(key, known);
    return known;
  }

  async readAgain(isStopped: () => boolean): Promise<void> {
    for (const judge of this.#judges.values()) await judge.readAgain(isStopped).catch(() => false);
  }
}

/** What the process does while no hook asks. */
class Rest {
  readonly #close: () => void;
  readonly #judges: Judges;
  readonly #asked: () => number;
  #timers: readonly NodeJS.Timeout[] = [];
  #notBefore = 0;

  constructor(close: () => void, judges: Judges, asked: () => number) {
    this.#close = close;
    this.#judges = judges;
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
    await this.#judges.readAgain(() => this.#asked() !== asked);
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
