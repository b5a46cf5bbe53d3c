import type { Problem } from '../../engine/model/problem.ts';
import { connect, type CallOptions, type Connection, type EngineClient } from '../../worker/connect.ts';
import type { Port } from '../../worker/message.ts';
import type { Input, Method, Output, SourceId } from '../../worker/protocol.ts';
import type { Journal, RunChange } from './run-journal.ts';

/** A worker, or in tests anything that behaves like one. */
export interface Spawned extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface Clock {
  every(milliseconds: number, tick: () => void): () => void;
  now(): number;
}

/** One worker, kept alive. */
export interface Keeper {
  readonly client: EngineClient;
  dispose(): void;
}

const beatMs = 1000;
const mostDeaths = 3;
/** Longest silence of a busy worker before it counts as stuck: slices are 8 ms, but one parse is one slice. */
const silenceMs = { open: 60_000, other: 8_000 };
const readsTexts: ReadonlySet<Method> = new Set([
  'open',
  'openArchive',
  'openSession',
  'readDraft',
  'previewMapping',
  'backtest',
]);

/** What opening a text beside others takes. */
export interface Workers {
  readonly owners: Map<SourceId, Keeper>;
  /** Those that have opened something and hold nothing any more. */
  readonly spares: Keeper[];
  readonly clock: Clock;
  started(): Keeper;
  end(keeper: Keeper): void;
  isOpen(keeper: Keeper): boolean;
  /** Answers what is about no open text, and holds the small ones. */
  main(): Keeper;
}

/**
 * When the worker dies or stops answering, waiting calls fail with a sentence, a new worker starts, and the texts that were
 * open are given to it again under their old ids; but not a text that it was reading again when that happened.
 */
export function createKeeper(spawn: () => Spawned, clock: Clock, told: (problem: Problem) => void): Keeper {
  const texts = new Map<SourceId, () => Reading>();
  /** Texts that a new worker has been given and has not read yet, the one that it reads first. */
  const again = new Set<SourceId>();
  /** The text that a mapping is being made for: there is one at a time. */
  let draft: Input<'readDraft'> | null = null;
  /** What was done to runs: its code loads with the first of them. */
  let journal: Journal | null = null;
  let journalLoads: Promise<Journal> | null = null;
  let lastHeard = clock.now();
  /** How many workers died one after the other, none of which had answered anything. */
  let deaths = 0;
  let isDown = false;
  let worker: Spawned;
  let connection: Connection;

  function start(): void {
    isDown = false;
    worker = spawn();
    connection = connect(worker, () => {
      lastHeard = clock.now();
    });
    worker.onerror = (event) => {
      event.preventDefault();
      deaths++;
      replace(deaths < mostDeaths ? died(connection.waiting(), event.message) : cannotStart(event.message));
    };
    lastHeard = clock.now();
    again.clear();
    for (const [source, read] of texts) {
      again.add(source);
      // A text that no longer opens was told when it was first opened; here its absence shows at the next question.
      read().then(
        () => again.delete(source),
        () => undefined,
      );
    }
    if (draft !== null) connection.call('readDraft', draft).catch(() => undefined);
    journal?.repeat(connection);
  }

  function replace(problem: Problem): void {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
    const gone = connection;
    const [suspect] = again;
    if (suspect !== undefined) texts.delete(suspect);
    // What dies whenever it starts would do so for ever: the next question starts it once more.
    if (deaths < mostDeaths) start();
    else isDown = true;
    const sentence = suspect === undefined ? problem : { ...problem, message: `${problem.message} ${notAgain}` };
    gone.fail(sentence);
    told(sentence);
  }

  const stopBeat = clock.every(beatMs, () => {
    const waiting = connection.waiting();
    if (waiting.length === 0) {
      lastHeard = clock.now();
      return;
    }
    const allowed = waiting.some((method) => readsTexts.has(method)) ? silenceMs.open : silenceMs.other;
    if (clock.now() - lastHeard > allowed) replace(stuck(waiting));
    else connection.ping();
  });

  async function call<M extends Method>(method: M, input: Input<M>, options?: CallOptions): Promise<Output<M>> {
    if (isDown) start();
    const output = await connection.call(method, input, options);
    deaths = 0;
    return output;
  }

  const kept =
    <M extends 'open' | 'openArchive'>(method: M) =>
    async (input: Input<M>, options?: CallOptions): Promise<Output<M>> => {
      const opened = await call(method, input, options);
      texts.set(opened.source, () => connection.call(method, { ...input, source: opened.source }));
      return opened;
    };

  const inJournal =
    <M extends RunChange>(method: M) =>
    async (input: Input<M>, options?: CallOptions): Promise<Output<M>> => {
      if (journal !== null) return journal.methods(call)[method](input, options);
      journalLoads ??= import('./run-journal.ts').then(({ createJournal }) => (journal = createJournal()));
      return (await journalLoads).methods(call)[method](input, options);
    };

  const own: Partial<EngineClient> = {
    open: kept('open'),
    openArchive: kept('openArchive'),
    async readDraft(input, options) {
      const read = await call('readDraft', input, options);
      draft = input;
      return read;
    },
    async close(input) {
      texts.delete(input.source);
      journal?.closed(input.source);
      return call('close', input);
    },
    ...Object.fromEntries(runChanges.map((method) => [method, inJournal(method)])),
  };

  start();
  return {
    client: clientOf(call, own),
    dispose() {
      stopBeat();
      worker.onmessage = null;
      worker.terminate();
      connection.fail(closed);
    },
  };
}

type Reading = Promise<unknown>;

const runChanges: readonly RunChange[] = ['startRun', 'perform', 'rewind', 'branch', 'renameRun', 'editCall'];

/** A function for each method: some that do more than to pass the question on. */
export function clientOf(
  call: <M extends Method>(method: M, input: Input<M>, options?: CallOptions) => Promise<Output<M>>,
  own: Partial<EngineClient>,
): EngineClient {
  const known = new Map<string, unknown>(Object.entries(own));
  // The type lists the methods, so whoever asks for another name does not compile; and what is asked for stays the same function.
  return new Proxy({} as EngineClient, {
    get(_, name) {
      if (typeof name !== 'string' || name === 'then') return undefined;
      if (!known.has(name)) {
        known.set(name, (input: Input<Method>, options?: CallOptions) => call(name as Method, input, options));
      }
      return known.get(name);
    },
  });
}

/** The question that has waited longest, at which it most likely stands still. */
const during = ([oldest]: readonly Method[]) => (oldest === undefined ? '' : ` while it worked on “${oldest}”`);

const died = (waiting: readonly Method[], message: string): Problem => ({
  code: 'engine/died',
  message: `The engine stopped${during(waiting)}${message === '' ? '' : ` (${message})`}. A new one has started; your session and rule are still here.`,
});

const cannotStart = (message: string): Problem => ({
  code: 'engine/died',
  message: `The engine stops whenever it starts${message === '' ? '' : ` (${message})`}. Reload the page; what you pasted has to be opened again then.`,
});

const stuck = (waiting: readonly Method[]): Problem => ({
  code: 'engine/stuck',
  message: `The engine did not answer${during(waiting)} and was replaced. Your session and rule are still here. Try again; if it happens again, change the rule.`,
});

const notAgain = 'An open text that it was reading again is closed: open it once more if you want it.';

const closed: Problem = { code: 'engine/closed', message: 'That is no longer open.' };
