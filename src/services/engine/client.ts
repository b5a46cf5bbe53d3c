import type { Problem } from '../../engine/model/problem.ts';
import type { Port } from '../../worker/message.ts';
import { connect, type CallOptions, type Connection, type EngineClient } from '../../worker/connect.ts';
import { createJournal, type RunChange } from './run-journal.ts';
import type { Input, Method, Opened, Output, SourceId } from '../../worker/protocol.ts';

/** A worker, or in tests anything that behaves like one. */
export interface Spawned extends Port {
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

export interface Engine {
  readonly client: EngineClient;
  /** Told whenever a dead or stuck worker was replaced, with the sentence for the user. */
  onReplaced(listener: (problem: Problem) => void): () => void;
  dispose(): void;
}

interface Clock {
  every(milliseconds: number, tick: () => void): () => void;
  now(): number;
}

const browserClock: Clock = {
  every(milliseconds, tick) {
    const timer = setInterval(tick, milliseconds);
    return () => clearInterval(timer);
  },
  now: () => performance.now(),
};

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

/**
 * The engine in a worker, kept alive: when the worker dies or stops answering, waiting calls fail with a sentence,
 * a new worker starts, and the texts that were open are given to it again under their old ids.
 */
export function createEngine(spawn: () => Spawned, clock: Clock = browserClock): Engine {
  const texts = new Map<SourceId, Input<'open'>>();
  const archives = new Map<SourceId, Input<'openArchive'>>();
  /** The text that a mapping is being made for: there is one at a time. */
  let draft: Input<'readDraft'> | null = null;
  const journal = createJournal();
  const listeners = new Set<(problem: Problem) => void>();
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
    // A text that no longer opens was told when it was first opened; here its absence shows at the next question.
    for (const input of texts.values()) connection.call('open', input).catch(() => undefined);
    for (const input of archives.values()) connection.call('openArchive', input).catch(() => undefined);
    if (draft !== null) connection.call('readDraft', draft).catch(() => undefined);
    journal.repeat(connection);
  }

  function replace(problem: Problem): void {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
    const gone = connection;
    // What dies whenever it starts would do so for ever: the next question starts it once more.
    if (deaths < mostDeaths) start();
    else isDown = true;
    gone.fail(problem);
    for (const listener of listeners) listener(problem);
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

  async function open(input: Input<'open'>, options?: CallOptions): Promise<Opened> {
    const opened = await call('open', input, options);
    texts.set(opened.source, { ...input, source: opened.source });
    return opened;
  }

  async function openArchive(input: Input<'openArchive'>, options?: CallOptions): Promise<Output<'openArchive'>> {
    const opened = await call('openArchive', input, options);
    archives.set(opened.source, { ...input, source: opened.source });
    return opened;
  }

  async function readDraft(input: Input<'readDraft'>, options?: CallOptions): Promise<Output<'readDraft'>> {
    const read = await call('readDraft', input, options);
    draft = input;
    return read;
  }

  async function close(input: Input<'close'>): Promise<null> {
    texts.delete(input.source);
    archives.delete(input.source);
    journal.closed(input.source);
    return call('close', input);
  }

  start();
  return {
    client: clientOf(call, { open, openArchive, readDraft, close }, journal.methods(call)),
    onReplaced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      stopBeat();
      worker.terminate();
    },
  };
}

function clientOf(
  call: <M extends Method>(method: M, input: Input<M>, options?: CallOptions) => Promise<Output<M>>,
  sources: Pick<EngineClient, 'open' | 'openArchive' | 'readDraft' | 'close'>,
  runs: Pick<EngineClient, RunChange>,
): EngineClient {
  const plain =
    <M extends Method>(method: M) =>
    (input: Input<M>, options?: CallOptions) =>
      call(method, input, options);
  return {
    ...sources,
    openSession: plain('openSession'),
    rows: plain('rows'),
    find: plain('find'),
    check: plain('check'),
    readPolicy: plain('readPolicy'),
    rewriteRule: plain('rewriteRule'),
    replayPolicy: plain('replayPolicy'),
    manifestOf: plain('manifestOf'),
    replayedTurn: plain('replayedTurn'),
    addTest: plain('addTest'),
    addStep: plain('addStep'),
    removeTest: plain('removeTest'),
    runTests: plain('runTests'),
    listArchive: plain('listArchive'),
    readRecording: plain('readRecording'),
    backtest: plain('backtest'),
    complete: plain('complete'),
    hover: plain('hover'),
    signature: plain('signature'),
    inlineValues: plain('inlineValues'),
    binding: plain('binding'),
    renameBinding: plain('renameBinding'),
    format: plain('format'),
    sweep: plain('sweep'),
    explain: plain('explain'),
    flips: plain('flips'),
    fixes: plain('fixes'),
    misses: plain('misses'),
    scrub: plain('scrub'),
    coverage: plain('coverage'),
    lifecycle: plain('lifecycle'),
    lifecycleSteps: plain('lifecycleSteps'),
    artifacts: plain('artifacts'),
    artifactRows: plain('artifactRows'),
    artifactContent: plain('artifactContent'),
    artifactChunks: plain('artifactChunks'),
    sharing: plain('sharing'),
    namespaces: plain('namespaces'),
    templates: plain('templates'),
    itemLog: plain('itemLog'),
    channels: plain('channels'),
    layers: plain('layers'),
    state: plain('state'),
    changes: plain('changes'),
    valueText: plain('valueText'),
    call: plain('call'),
    raw: plain('raw'),
    turnAtOffset: plain('turnAtOffset'),
    placeInSource: plain('placeInSource'),
    leftOut: plain('leftOut'),
    draftChildren: plain('draftChildren'),
    draftFields: plain('draftFields'),
    previewMapping: plain('previewMapping'),
    readMapping: plain('readMapping'),
    writeMapping: plain('writeMapping'),
    capabilities: plain('capabilities'),
    invocations: plain('invocations'),
    tokens: plain('tokens'),
    tokenCurve: plain('tokenCurve'),
    starter: plain('starter'),
    exportSession: plain('exportSession'),
    ...runs,
    runOutline: plain('runOutline'),
    startAt: plain('startAt'),
    runSteps: plain('runSteps'),
    stepLine: plain('stepLine'),
    callScope: plain('callScope'),
    readCall: plain('readCall'),
    completeConsole: plain('completeConsole'),
    exportRun: plain('exportRun'),
  };
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
