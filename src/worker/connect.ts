import type { Problem } from '../engine/model/problem.ts';
import type { Port, Reply, Request } from './message.ts';
import type { Input, Method, Output } from './protocol.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
  /** The text comes with the page and is quick to read, so it needs no worker that can be ended. */
  readonly isKnown?: true;
}

/** The page's side of the protocol: one asynchronous function per method. Rejects with a `ProblemError`. */
export type EngineClient = {
  readonly [M in Method]: (input: Input<M>, options?: CallOptions) => Promise<Output<M>>;
};

/** A problem for the user; any other exception is a bug. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

export interface Connection {
  call<M extends Method>(method: M, input: Input<M>, options?: CallOptions): Promise<Output<M>>;
  /** Methods that wait for a reply, oldest first. */
  waiting(): readonly Method[];
  ping(): void;
  /** Fails all calls that still wait, because the other end is gone. */
  fail(problem: Problem): void;
}

interface Waiting {
  readonly method: Method;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((fraction: number) => void) | undefined;
  /** One signal may be used for thousands of calls, one after the other; finished calls remove their listener. */
  readonly letGo: () => void;
}

/**
 * Sends calls to an engine behind a port. `heard` is called for every message, so that a watchdog knows that the engine
 * is alive.
 */
export function connect(port: Port, heard: () => void = () => {}): Connection {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const send = (request: Request) => port.postMessage(request);

  port.onmessage = (event: MessageEvent<Reply>) => {
    heard();
    const reply = event.data;
    if (reply.type === 'pong') return;
    const call = waiting.get(reply.id);
    if (call === undefined) return;
    if (reply.type === 'progress') {
      call.onProgress?.(reply.fraction);
      return;
    }
    waiting.delete(reply.id);
    call.letGo();
    if (reply.type === 'answer') call.resolve(reply.output);
    else call.reject(failure(reply));
  };

  return {
    call(method, input, options = {}) {
      return new Promise((resolve, reject) => {
        const { signal, onProgress } = options;
        if (signal?.aborted === true) {
          reject(abortError());
          return;
        }
        const id = ++lastId;
        const onAbort = () => {
          if (!waiting.delete(id)) return;
          send({ type: 'stop', id });
          reject(abortError());
        };
        const letGo = () => signal?.removeEventListener('abort', onAbort);
        // The answer to a method is that method's output: serve() sends nothing else under this id.
        waiting.set(id, { method, resolve: resolve as (output: unknown) => void, reject, onProgress, letGo });
        signal?.addEventListener('abort', onAbort);
        send({ type: 'call', id, method, input });
      });
    },
    waiting: () => [...waiting.values()].map((call) => call.method),
    ping: () => send({ type: 'ping' }),
    fail(problem) {
      for (const call of waiting.values()) {
        call.letGo();
        call.reject(new ProblemError(problem));
      }
      waiting.clear();
    },
  };
}

function failure(reply: Extract<Reply, { type: 'problem' | 'bug' | 'stopped' }>): Error {
  switch (reply.type) {
    case 'problem':
      return new ProblemError(reply.problem);
    case 'stopped':
      return abortError();
    case 'bug':
      return new ProblemError({
        code: 'engine/bug',
        message: `This is a bug in Contextscope: ${firstLine(reply.message)}`,
      });
  }
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? text;

const abortError = () => new DOMException('The call was cancelled.', 'AbortError');
