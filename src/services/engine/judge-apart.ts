import { type CallOptions, ProblemError } from '../../worker/connect.ts';
import type { EnginesApi } from '../../worker/engines-protocol.ts';
import type { Input, Output } from '../../worker/protocol.ts';
import { copied } from './compare-beside.ts';
import type { Keeper, Workers } from './keeper.ts';

export type ApartMethod = Exclude<keyof EnginesApi, 'engines'>;

/** A worker in which packages of others judge, so that one that never answers holds up nothing else. */
export interface Apart {
  call<M extends ApartMethod>(
    method: M,
    keeperOf: () => Keeper,
    input: Input<M>,
    options?: CallOptions,
  ): Promise<Output<M>>;
}

/** Without a call for so long, the worker and its copy of the session are given up. */
const idleMs = 60_000;

/** The worker starts with the first call, and has a copy of the session. */
export function createApart(workers: Workers): Apart {
  let keeper: Keeper | null = null;
  /** One call after the other: a worker that is ended would end all of them. */
  let last: Promise<unknown> = Promise.resolve();
  let stopWaiting = () => {};

  function end(): void {
    stopWaiting();
    if (keeper !== null) workers.end(keeper);
    keeper = null;
  }

  async function called<M extends ApartMethod>(
    method: M,
    keeperOf: () => Keeper,
    input: Input<M>,
    options?: CallOptions,
  ): Promise<Output<M>> {
    options?.signal?.throwIfAborted();
    stopWaiting();
    keeper ??= workers.started();
    try {
      const session = await copied(keeper, keeperOf(), input.session);
      options?.signal?.throwIfAborted();
      return await keeper.client[method]({ ...input, session }, options);
    } catch (cause) {
      const code = cause instanceof ProblemError ? cause.problem.code : null;
      // A cancelled call may be inside an evaluation that never ends.
      if (code === null || code === 'engine/stuck' || code === 'engine/died') end();
      if (code === 'engine/stuck') throw new ProblemError(tookTooLong);
      throw cause;
    } finally {
      if (keeper !== null) stopWaiting = workers.clock.every(idleMs, end);
    }
  }

  return {
    call(method, keeperOf, input, options) {
      const answer = last.then(() => called(method, keeperOf, input, options));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}

const tookTooLong = {
  code: 'engines/ended',
  message:
    'It did not answer for 8 seconds and was ended. One turn takes it too long: its regular expressions may need exponential time.',
} as const;
