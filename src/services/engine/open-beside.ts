import type { Problem } from '../../engine/model/problem.ts';
import { type CallOptions, ProblemError } from '../../worker/connect.ts';
import type { Input, Output, SourceId } from '../../worker/protocol.ts';
import type { Keeper, Workers } from './keeper.ts';

type Named<M extends 'open' | 'openArchive'> = Input<M> & { readonly source: SourceId };

/** What opened so fast, and is so small, is read once more by the first worker, so that no worker is kept for it alone. */
const smallText = 1_000_000;
const fastMs = 500;

/** Opens a text in a worker that does nothing else. Whoever takes it back ends that worker, whatever it is at. */
export async function openBeside<M extends 'open' | 'openArchive'>(
  workers: Workers,
  method: M,
  input: Named<M>,
  options?: CallOptions,
): Promise<Output<M>> {
  const { owners, spares, clock } = workers;
  const keeper = spares.pop() ?? workers.started();
  const start = clock.now();
  try {
    const answer = await keeper.client[method](input, options);
    await withFirstSession(keeper, input.source, options);
    owners.set(input.source, keeper);
    if (isSmall(input) && clock.now() - start < fastMs) void moveIn(workers, input, keeper);
    return answer;
  } catch (cause) {
    const isReadable = cause instanceof ProblemError && !isFault(cause);
    if (isReadable) spare(workers, keeper);
    else workers.end(keeper);
    throw isReadable || !(cause instanceof ProblemError) ? cause : new ProblemError(unread(input.name));
  }
}

/** One for the next text, one while another is still stopping; more of them would only hold memory. */
const mostSpares = 2;

function spare({ spares, end }: Workers, keeper: Keeper): void {
  if (spares.length < mostSpares) spares.push(keeper);
  else end(keeper);
}

/** What reads files that are not open. */
export type FileMethod = 'readRecording' | 'listArchive' | 'backtest';

/** How long a worker may take to show that it has heard *stop*. */
const hearsStopMs = 500;

/** Reads files in a worker that holds nothing else, so that taking the question back can end the worker. */
export async function readBeside<M extends FileMethod>(
  workers: Workers,
  method: M,
  input: Input<M>,
  options?: CallOptions,
): Promise<Output<M>> {
  const keeper = workers.spares.pop() ?? workers.started();
  try {
    const answer = await keeper.client[method](input, options);
    spare(workers, keeper);
    return answer;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) {
      // Another draft takes back what is being judged: a worker that stops by itself need not start again.
      if (method === 'backtest') void spareIfAnswering(workers, keeper);
      else workers.end(keeper);
      throw cause;
    }
    if (!isFault(cause)) {
      spare(workers, keeper);
      throw cause;
    }
    workers.end(keeper);
    throw new ProblemError(unread('recording' in input ? input.recording.name : 'the archive'));
  }
}

/** Keeps a worker that has stopped what it was asked to stop, and ends one that goes on. */
async function spareIfAnswering(workers: Workers, keeper: Keeper): Promise<void> {
  const isLate = new Promise<false>((resolve) => {
    const stopWaiting = workers.clock.every(hearsStopMs, () => {
      stopWaiting();
      resolve(false);
    });
  });
  // Closing what is not open changes nothing; that it is answered shows that the worker is free.
  const answers = keeper.client.close({ source: 's0' }).then(
    () => true,
    () => false,
  );
  if (await Promise.race([answers, isLate])) spare(workers, keeper);
  else workers.end(keeper);
}

/** The worker died, or did not answer: that says nothing of the text that is wrong with it. */
const isFault = ({ problem }: ProblemError): boolean => problem.code.startsWith('engine/');

/** Whoever opens a text looks at its first session: making it belongs to the reading. What is wrong with it is told when it is asked for. */
async function withFirstSession(keeper: Keeper, source: SourceId, options?: CallOptions): Promise<void> {
  try {
    await keeper.client.openSession({ source, entry: 0 }, options);
  } catch (cause) {
    if (!(cause instanceof ProblemError) || isFault(cause)) throw cause;
  }
}

/** Questions go to the worker that opened the text until the first one has read it too. */
async function moveIn(workers: Workers, input: Named<'open'>, keeper: Keeper): Promise<void> {
  const { source } = input;
  const main = workers.main();
  const isMoved = await main.client.open(input).then(
    () => true,
    // Then it stays where it is.
    () => false,
  );
  if (!isMoved || !workers.isOpen(keeper)) return;
  const isWanted = workers.owners.get(source) === keeper;
  if (isWanted) workers.owners.set(source, main);
  // One that is gone has nothing to close.
  await (isWanted ? keeper : main).client.close({ source }).catch(() => undefined);
  spare(workers, keeper);
}

const isSmall = <M extends 'open' | 'openArchive'>(input: Named<M> | Named<'open'>): input is Named<'open'> =>
  'text' in input && typeof input.text === 'string' && input.text.length < smallText;

const unread = (name: string): Problem => ({
  code: 'open/not-read',
  message: `The engine could not read ${name} to its end, and stopped. What else is open was not touched. Open a part of it, or its JSON.`,
});
