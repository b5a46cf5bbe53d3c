import { setImmediate } from 'node:timers/promises';
import { Stopped, unhurried, type Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { createOpenSources } from '../../worker/methods/open-sources.ts';
import { Tail } from '../live/watch/tail.ts';

const source = 'l1';
/** The branches of a conversation are sessions of their own; so many of the last ones are looked at. */
const mostBranches = 20;

/**
 * The session in a transcript that an agent writes. Each reading takes only what was added; a file that was cut, replaced or
 * rewritten is read again as a whole.
 */
export class FollowedTranscript {
  readonly #path: string;
  readonly #sources = createOpenSources();
  #tail: Tail;
  #arrived: string[] = [];
  #isAnew = false;
  /** Why nothing can be read; null if it can, and undefined while there is nothing in the file. */
  #problem: Problem | null | undefined;
  #hasGrown = false;

  constructor(path: string) {
    this.#path = path;
    this.#tail = this.#fromTheStart();
  }

  /** Whether records were added since the whole was read: they were read together with the latest ones before them only. */
  get hasGrown(): boolean {
    return this.#hasGrown;
  }

  /** The session as the file holds it now; null while the file has no turn. */
  async read(pace: Pace = unhurried): Promise<Result<OpenSession | null, Problem>> {
    if (this.#problem !== null) this.#tail = this.#fromTheStart();
    await this.#tail.update();
    const text = this.#arrived.join('');
    this.#arrived = [];
    if (this.#isAnew) await this.#readWhole(text, pace);
    else if (text !== '' && !(await this.#readMore(text, pace))) {
      this.#problem = undefined;
      return this.read(pace);
    }
    if (this.#problem === undefined) return ok(null);
    return this.#problem === null ? this.#latestBranch(pace) : err(this.#problem);
  }

  /** The same file, read once more as a whole. Null if it is stopped, or cannot be read any more. */
  async again(isStopped: () => boolean): Promise<FollowedTranscript | null> {
    const other = new FollowedTranscript(this.#path);
    const pace: Pace = {
      now: () => performance.now(),
      breathe: () => setImmediate(),
      get stopped() {
        return isStopped();
      },
    };
    try {
      return (await other.read(pace)).ok ? other : null;
    } catch (cause) {
      if (cause instanceof Stopped) return null;
      throw cause;
    }
  }

  #fromTheStart(): Tail {
    return new Tail(this.#path, {
      append: (texts) => this.#arrived.push(...texts),
      replace: (text) => {
        this.#arrived = [text];
        this.#isAnew = true;
      },
    });
  }

  async #readWhole(text: string, pace: Pace): Promise<void> {
    this.#isAnew = false;
    this.#hasGrown = false;
    this.#problem = undefined;
    const grown = await this.#sources.grow(source, text, pace);
    this.#problem = grown.ok ? null : grown.problem;
  }

  async #readMore(text: string, pace: Pace): Promise<boolean> {
    this.#hasGrown = true;
    return (await this.#sources.goOn(source, text, pace)) !== null;
  }

  /** The branch with the last record of the file. */
  async #latestBranch(pace: Pace): Promise<Result<OpenSession | null, Problem>> {
    const look = this.#sources.look(source);
    if (!look.ok) return look;
    const { length } = look.value.entries;
    let latest: OpenSession | null = null;
    let latestRecord = -1;
    for (let entry = Math.max(0, length - mostBranches); entry < length; entry++) {
      const session = await this.#sources.session(source, entry, pace);
      if (!session.ok && session.problem.code !== 'import/no-turns') return session;
      if (!session.ok || session.value.history.turns.length === 0) continue;
      const record = lastRecordOf(session.value);
      if (record <= latestRecord) continue;
      latest = session.value;
      latestRecord = record;
    }
    return ok(latest);
  }
}

function lastRecordOf({ sources }: OpenSession): number {
  for (let event = sources.length - 1; event >= 0; event--) {
    const [record] = sources.at(event) ?? [];
    if (typeof record === 'number') return record;
  }
  return 0;
}
