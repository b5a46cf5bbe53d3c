import type { Problem } from '../../engine/model/problem.ts';
import { type CallOptions, type EngineClient, ProblemError } from '../../worker/connect.ts';
import type { Input, Method, Output, SourceId } from '../../worker/protocol.ts';
import type { ComparingMethod } from './compare-beside.ts';
import type { ApartMethod, Apart } from './judge-apart.ts';
import type { FileMethod } from './open-beside.ts';
import { clientOf, createKeeper, type Clock, type Keeper, type Spawned, type Workers } from './keeper.ts';

export type { Spawned } from './keeper.ts';

export interface Engine {
  readonly client: EngineClient;
  /** Calls the listener when a dead or stuck worker was replaced, with the message for the user. */
  onReplaced(listener: (problem: Problem) => void): () => void;
  /**
   * Opens a source again under its old id, with a client that does not wait. All other calls about the source wait until it
   * is open, or could not be opened.
   */
  reopen(source: SourceId, open: (client: EngineClient) => Promise<unknown>): Promise<unknown>;
  dispose(): void;
}

const browserClock: Clock = {
  every(milliseconds, tick) {
    const timer = setInterval(tick, milliseconds);
    return () => clearInterval(timer);
  },
  now: () => performance.now(),
};

/**
 * Runs the engine in workers. Each text is opened in an otherwise idle worker, so that the rule and the open sessions
 * stay responsive, and cancelling can end that worker at any point. The worker keeps its text and answers all queries
 * about it; only small texts move to the first worker, which also reads the samples of the page. A text that killed its
 * worker was never open, so it is not read again.
 */
export function createEngine(spawn: () => Spawned, clock: Clock = browserClock): Engine {
  const listeners = new Set<(problem: Problem) => void>();
  const keepers = new Set<Keeper>();
  const owners = new Map<SourceId, Keeper>();
  const reopening = new Map<SourceId, Promise<unknown>>();
  let main = started();
  /** Reads the text for which a mapping is made, and replaces the first worker while that one opens the first text. */
  let reader: Keeper | null = null;
  let isEmpty = true;
  let isOpening = false;
  let lastSource = 0;
  /** Judges by other engines of CEL. Its code loads with the first comparison. */
  let apart: Promise<Apart> | null = null;

  const isOwner = (keeper: Keeper): boolean => [...owners.values()].includes(keeper);

  function started(): Keeper {
    const keeper: Keeper = createKeeper(spawn, clock, (problem) => {
      // If a worker dies while opening a text, the opening call reports it.
      if (keeper !== main && keeper !== reader && !isOwner(keeper)) return;
      for (const listener of listeners) listener(problem);
    });
    keepers.add(keeper);
    return keeper;
  }

  function end(keeper: Keeper): void {
    keepers.delete(keeper);
    keeper.dispose();
    if (keeper === main) main = started();
  }

  const workers: Workers = {
    owners,
    spares: [],
    clock,
    started,
    end,
    isOpen: (keeper) => keepers.has(keeper),
    main: () => main,
  };

  /** Gives a text a new id. A text that is opened again with its old id keeps it. */
  function named<I extends { readonly source?: SourceId }>(
    letter: string,
    input: I,
  ): I & { readonly source: SourceId } {
    const source = input.source ?? `${letter}${++lastSource}`;
    taken(source);
    return { ...input, source };
  }

  function taken(source: SourceId): void {
    lastSource = Math.max(lastSource, Number(source.slice(1)) || 0);
  }

  /** Undefined if a call need not wait; then it is made at once. */
  function reopeningOf(input: object): Promise<unknown> | undefined {
    const source = sourceOf(input);
    return source === undefined ? undefined : reopening.get(source);
  }

  function keeperOf(input: object): Keeper {
    const source = sourceOf(input);
    const owner = source === undefined ? undefined : owners.get(source);
    if (owner !== undefined) return owner;
    // The text for which a mapping is made may be slow to read.
    return isOpening || 'draft' in input ? (reader ??= started()) : main;
  }

  async function callNow<M extends Method>(method: M, input: Input<M>, options?: CallOptions): Promise<Output<M>> {
    const keeper = keeperOf(input);
    try {
      return await keeper.client[method](input, options);
    } catch (cause) {
      // The text may have moved to another worker before this one read the question.
      const hasMoved = cause instanceof ProblemError && isClosed(cause) && keeperOf(input) !== keeper;
      if (!hasMoved) throw cause;
      return callNow(method, input, options);
    }
  }

  async function call<M extends Method>(method: M, input: Input<M>, options?: CallOptions): Promise<Output<M>> {
    const opening = reopeningOf(input);
    if (opening !== undefined) await opening;
    return callNow(method, input, options);
  }

  async function opened<M extends 'open' | 'openArchive'>(
    method: M,
    given: Input<M>,
    options?: CallOptions,
  ): Promise<Output<M>> {
    const input = named('s', given);
    if (!isEmpty && !isOpening && options?.isKnown === true) return openedHere(method, input, options);
    if (!isEmpty || isOpening) return (await import('./open-beside.ts')).openBeside(workers, method, input, options);
    isOpening = true;
    try {
      return await openedHere(method, input, options);
    } catch (cause) {
      // Cancelled: the worker would continue to read and may never receive the cancellation.
      if (!(cause instanceof ProblemError)) end(main);
      throw cause;
    } finally {
      isOpening = false;
    }
  }

  async function openedHere<M extends 'open' | 'openArchive'>(
    method: M,
    input: Input<M> & { readonly source: SourceId },
    options?: CallOptions,
  ): Promise<Output<M>> {
    const keeper = main;
    const answer = await keeper.client[method](input, options);
    owners.set(input.source, keeper);
    isEmpty = false;
    return answer;
  }

  /** Reads a file in a worker that can be ended. A query about an open text goes to the worker that holds the text. */
  async function read<M extends FileMethod>(method: M, input: Input<M>, options?: CallOptions): Promise<Output<M>> {
    const isOpen = 'recording' in input && input.recording.kind === 'open';
    if (isOpen) return call(method, input, options);
    return (await import('./open-beside.ts')).readBeside(workers, method, input, options);
  }

  /** Each of two sessions may be in a worker of its own. */
  async function compared<M extends ComparingMethod>(
    method: M,
    input: Input<M>,
    options?: CallOptions,
  ): Promise<Output<M>> {
    const keepers = async () => {
      for (const session of [input.session, input.other]) await reopeningOf({ session });
      return { here: keeperOf({ session: input.session }), there: keeperOf({ session: input.other }) };
    };
    const { here, there } = await keepers();
    if (here === there) return here.client[method](input, options);
    return (await import('./compare-beside.ts')).compareBeside(method, keepers, input, options);
  }

  /** Other engines of CEL may never answer, so they have a worker of their own. */
  async function judgedApart<M extends ApartMethod>(
    method: M,
    input: Input<M>,
    options?: CallOptions,
  ): Promise<Output<M>> {
    apart ??= import('./judge-apart.ts').then(({ createApart }) => createApart(workers));
    await reopeningOf(input);
    return (await apart).call(method, () => keeperOf(input), input, options);
  }

  const own: Partial<EngineClient> = {
    judgedByEngine: (input, options) => judgedApart('judgedByEngine', input, options),
    rewritten: (input, options) => judgedApart('rewritten', input, options),
    compare: (input, options) => compared('compare', input, options),
    comparedRows: (input, options) => compared('comparedRows', input, options),
    comparedActs: (input, options) => compared('comparedActs', input, options),
    comparedState: (input, options) => compared('comparedState', input, options),
    readRecording: (input, options) => read('readRecording', input, options),
    listArchive: (input, options) => read('listArchive', input, options),
    backtest: (input, options) => read('backtest', input, options),
    open: (input, options) => opened('open', input, options),
    openArchive: (input, options) => opened('openArchive', input, options),
    async close(input) {
      const opening = reopeningOf(input);
      if (opening !== undefined) await opening;
      const owner = owners.get(input.source) ?? main;
      owners.delete(input.source);
      const answer = await owner.client.close(input);
      if (owner !== main && owner !== reader && ![...owners.values()].includes(owner)) end(owner);
      return answer;
    },
    async attach(given, options) {
      const input = named('l', given);
      // In a worker of its own: while it reads what has arrived, the others answer.
      const keeper = owners.get(input.source) ?? started();
      owners.set(input.source, keeper);
      return keeper.client.attach(input, options);
    },
    async startRun(given, options) {
      const input = named('r', given);
      const keeper = keeperOf({});
      const run = await keeper.client.startRun(input, options);
      owners.set(input.source, keeper);
      if (keeper === main) isEmpty = false;
      return run;
    },
    async branch(given, options) {
      const input = named('r', given);
      await reopeningOf(given);
      const keeper = keeperOf({ session: given.session });
      const run = await keeper.client.branch(input, options);
      owners.set(input.source, keeper);
      return run;
    },
  };

  return {
    client: clientOf(call, own),
    onReplaced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reopen(source, open) {
      taken(source);
      const opening = open(clientOf(callNow, own)).finally(() => reopening.delete(source));
      reopening.set(
        source,
        opening.catch(() => undefined),
      );
      return opening;
    },
    dispose() {
      for (const keeper of keepers) keeper.dispose();
    },
  };
}

const isClosed = ({ problem: { code } }: ProblemError): boolean => code === 'open/closed' || code === 'engine/closed';

/** The open text of a query: named directly, by one of its sessions, or as a recording of the backtest. */
function sourceOf(input: object): SourceId | undefined {
  // The inputs in the protocol have some of these fields; any may be missing.
  const { source, session, recording } = input as {
    readonly source?: SourceId;
    readonly session?: { readonly id: string } | null;
    readonly recording?: { readonly source?: SourceId };
  };
  return source ?? session?.id.split(':', 1)[0] ?? recording?.source;
}
