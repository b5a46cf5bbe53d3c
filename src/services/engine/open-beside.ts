import type { Problem } from '../../engine/model/problem.ts';
import { type CallOptions, ProblemError } from '../../worker/connect.ts';
import type { Input, Output, SourceId } from '../../worker/protocol.ts';
import { fileReaders, type Keeper, type Workers } from './keeper.ts';

type Named<M extends 'open' | 'openArchive'> = Input<M> & { readonly source: SourceId };

/** Characters and time below which a text is read again by the first worker, so that its own worker becomes free. */
const smallText = 1_000_000;
const fastMs = 1000;

/** Opens a text in a worker of its own. Cancelling ends that worker at any point. */
export async function openBeside<M extends 'open' | 'openArchive'>(
  workers: Workers,
  method: M,
  input: Named<M>,
  options?: CallOptions,
): Promise<Output<M>> {
  const { owners, spares, clock } = workers;
  const known = spares.pop();
  const keeper = known ?? workers.started();
  let start = clock.now();
  // A new worker answers this as soon as it has started, which says nothing about the text.
  if (known === undefined) void answered(keeper).then(() => (start = clock.now()));
  try {
    const answer = await keeper.client[method](input, options);
    await withFirstSession(keeper, input.source, options);
    owners.set(input.source, keeper);
    if (isSmall(input) && clock.now() - start < fastMs) void moveIn(workers, input, keeper);
    return answer;
  } catch (cause) {
    const isReadable = cause instanceof ProblemError && !isEngineFailure(cause);
    if (isReadable) spare(workers, keeper);
    else workers.end(keeper);
    throw isReadable || !(cause instanceof ProblemError) ? cause : new ProblemError(unread(input.name));
  }
}

/** One for the next text and one while another is still stopping; more would only use memory. */
const maxSpares = 2;
/** One waits for the next text; others, as while many files are read, wait no longer than this. */
const spareMs = 10_000;

function spare({ spares, clock, end }: Workers, keeper: Keeper, most = maxSpares): void {
  if (spares.length >= most) return end(keeper);
  spares.push(keeper);
  if (spares.length === 1) return;
  const stopWaiting = clock.every(spareMs, () => {
    stopWaiting();
    const idle = spares.length > 1 ? spares.shift() : undefined;
    if (idle !== undefined) end(idle);
  });
}

/** Methods that read files which are not open. */
export type FileMethod = 'readRecording' | 'listArchive' | 'backtest';

/** How long a worker may take to answer after a cancellation. */
const stopAnswerMs = 500;

/** Reads files in a worker that holds no text, so that cancelling can end the worker. */
export async function readBeside<M extends FileMethod>(
  workers: Workers,
  method: M,
  input: Input<M>,
  options?: CallOptions,
): Promise<Output<M>> {
  const id = 'recording' in input ? input.recording.id : '';
  const keeper = spareThatRead(workers, id) ?? workers.started();
  lastRead.set(keeper, id);
  try {
    const answer = await keeper.client[method](input, options);
    spare(workers, keeper, Math.max(maxSpares, fileReaders));
    return answer;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) {
      // A new draft cancels the judging. A worker that stops in time can be used again.
      if (method === 'backtest') void spareIfAnswering(workers, keeper);
      else workers.end(keeper);
      throw cause;
    }
    if (!isEngineFailure(cause)) {
      spare(workers, keeper);
      throw cause;
    }
    workers.end(keeper);
    throw new ProblemError(unread('recording' in input ? input.recording.name : 'the archive'));
  }
}

/** The recording that a worker read last. It may still hold it, for the next part of its sessions. */
const lastRead = new WeakMap<Keeper, string>();

function spareThatRead({ spares }: Workers, id: string): Keeper | undefined {
  const at = spares.findIndex((keeper) => lastRead.get(keeper) === id);
  return at < 0 ? spares.pop() : spares.splice(at, 1)[0];
}

/** Keeps a worker that answers after a cancellation, and ends one that does not. */
async function spareIfAnswering(workers: Workers, keeper: Keeper): Promise<void> {
  const isLate = new Promise<false>((resolve) => {
    const stopWaiting = workers.clock.every(stopAnswerMs, () => {
      stopWaiting();
      resolve(false);
    });
  });
  if (await Promise.race([answered(keeper), isLate])) spare(workers, keeper);
  else workers.end(keeper);
}

/** True when the worker is free, false when it has ended. Closing an unknown text changes nothing. */
const answered = (keeper: Keeper): Promise<boolean> =>
  keeper.client.close({ source: 's0' }).then(
    () => true,
    () => false,
  );

/** Whether the worker died or did not answer; then the message says nothing about the text. */
const isEngineFailure = ({ problem }: ProblemError): boolean => problem.code.startsWith('engine/');

/** Also builds the first session, which the page shows next. A problem in it is reported when the page requests it. */
async function withFirstSession(keeper: Keeper, source: SourceId, options?: CallOptions): Promise<void> {
  try {
    await keeper.client.openSession({ source, entry: 0 }, options);
  } catch (cause) {
    if (!(cause instanceof ProblemError) || isEngineFailure(cause)) throw cause;
  }
}

/** Queries go to the worker that opened the text until the first worker has read it as well. */
async function moveIn(workers: Workers, input: Named<'open'>, keeper: Keeper): Promise<void> {
  const { source } = input;
  const main = workers.main();
  const isMoved = await main.client.open(input).then(
    () => true,
    // The first worker failed to read it: the text stays in its own worker.
    () => false,
  );
  if (!isMoved || !workers.isOpen(keeper)) return;
  const isWanted = workers.owners.get(source) === keeper;
  if (isWanted) workers.owners.set(source, main);
  // A worker that has ended has nothing to close.
  await (isWanted ? keeper : main).client.close({ source }).catch(() => undefined);
  spare(workers, keeper);
}

const isSmall = <M extends 'open' | 'openArchive'>(input: Named<M> | Named<'open'>): input is Named<'open'> =>
  'text' in input && typeof input.text === 'string' && input.text.length < smallText;

const unread = (name: string): Problem => ({
  code: 'open/not-read',
  message: `The engine stopped before it had read all of ${name}. Other open sessions are not affected. Open a smaller part of it, or its JSON.`,
});
