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

/** One worker, replaced when it dies. */
export interface Keeper {
  readonly client: EngineClient;
  dispose(): void;
}

const beatMs = 1000;
const maxDeaths = 3;
/** Longest silence of a busy worker before it counts as stuck: slices are 8 ms, but one parse is one slice. */
const silenceMs = { open: 60_000, other: 8_000 };
const readsTexts: ReadonlySet<Method> = new Set([
  'open',
  'openArchive',
  'openSession',
  'follow',
  'playable',
  'readDraft',
  'previewMapping',
  'backtest',
]);

/** Workers that read files at the same time: a core is left for the page. More would wait for the disk. */
export const fileReaders = Math.min(
  8,
  Math.max(1, ((globalThis.navigator as Navigator | undefined)?.hardwareConcurrency ?? 2) - 1),
); // Node 20 has no navigator

/** The workers, for code that opens a text in a worker of its own. */
export interface Workers {
  readonly owners: Map<SourceId, Keeper>;
  /** Idle workers that hold no text any more. */
  readonly spares: Keeper[];
  readonly clock: Clock;
  started(): Keeper;
  end(keeper: Keeper): void;
  isOpen(keeper: Keeper): boolean;
  /** The first worker. It answers queries that concern no open text, and holds small texts. */
  main(): Keeper;
}

/**
 * When the worker dies or stops answering, waiting calls fail with a message and a new worker starts. It is given the
 * open texts again under their old ids, except a text that the old worker was reading again when it died.
 */
export function createKeeper(spawn: () => Spawned, clock: Clock, onReplaced: (problem: Problem) => void): Keeper {
  const texts = new Map<SourceId, () => Reading>();
  /** Texts that a new worker has received and not yet read, in order of reading. */
  const pendingTexts = new Set<SourceId>();
  /** The text for which a mapping is being made; there is at most one. */
  let draft: Input<'readDraft'> | null = null;
  /** The changes to runs. Its code loads with the first change. */
  let journal: Journal | null = null;
  let journalLoads: Promise<Journal> | null = null;
  let lastHeard = clock.now();
  /** Workers that died in succession without answering a call. */
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
      replace(deaths < maxDeaths ? died(connection.waiting(), event.message) : cannotStart(event.message));
    };
    lastHeard = clock.now();
    pendingTexts.clear();
    for (const [source, read] of texts) {
      pendingTexts.add(source);
      // If a text no longer opens, the next query about it fails.
      read().then(
        () => pendingTexts.delete(source),
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
    const [suspect] = pendingTexts;
    if (suspect !== undefined) texts.delete(suspect);
    // After repeated deaths, do not restart at once: the next query starts a worker again.
    if (deaths < maxDeaths) start();
    else isDown = true;
    const sentence = suspect === undefined ? problem : { ...problem, message: `${problem.message} ${notAgain}` };
    gone.fail(sentence);
    onReplaced(sentence);
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

/** A client with a function per method: those in `own`, and for the others one that calls the engine. */
export function clientOf(
  call: <M extends Method>(method: M, input: Input<M>, options?: CallOptions) => Promise<Output<M>>,
  own: Partial<EngineClient>,
): EngineClient {
  const known = new Map<string, unknown>(Object.entries(own));
  // The type lists the methods, so other names do not compile. Each function is stored, so that it stays identical.
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

/** Names the call that has waited longest, which is most likely the cause. */
const during = ([oldest]: readonly Method[]) => (oldest === undefined ? '' : ` while it worked on “${oldest}”`);

const died = (waiting: readonly Method[], message: string): Problem => ({
  code: 'engine/died',
  message: `The engine stopped${during(waiting)}${message === '' ? '' : ` (${message})`}. A new one has started. Your session and rule are still here.`,
});

const cannotStart = (message: string): Problem => ({
  code: 'engine/died',
  message: `The engine stops whenever it starts${message === '' ? '' : ` (${message})`}. Reload the page, then open your pasted texts again.`,
});

const stuck = (waiting: readonly Method[]): Problem => ({
  code: 'engine/stuck',
  message: `The engine did not answer${during(waiting)} and was replaced. Your session and rule are still here. Try again; if it happens again, change the rule.`,
});

const notAgain =
  'It stopped while reading an open text again, so that text is closed. Open it once more if you need it.';

const closed: Problem = { code: 'engine/closed', message: 'This session is no longer open. Open it again.' };
