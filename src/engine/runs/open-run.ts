import { unhurried, type Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { OperationCall } from '../systems/machine.ts';
import type { GrowingHistory } from '../systems/system.ts';
import { RunAsSession } from './run-as-session.ts';
import type { Run } from './run.ts';

/** A session up to the cursor, and its columns, which can grow. */
interface Shown {
  readonly session: Session;
  readonly events: unknown[];
  readonly columns: GrowingHistory;
}

/** An open run: its cursor, and the session up to it. */
export class OpenRun {
  #run: Run;
  #cursor: number;
  #revision = 0;
  #shown: Shown | undefined;
  #opened: OpenSession | undefined;

  constructor(run: Run) {
    this.#run = run;
    this.#cursor = run.steps.length;
  }

  /** The run with all its steps, also those after the cursor. */
  get run(): Run {
    return this.#run;
  }

  /** Number of steps before the cursor. */
  get cursor(): number {
    return this.#cursor;
  }

  /** Increases with every visible change. */
  get revision(): number {
    return this.#revision;
  }

  /** The run up to the cursor. */
  get here(): Run {
    return this.#run.first(this.#cursor);
  }

  /** Performs calls at the cursor and moves it behind them. Later calls are performed again. */
  async perform(
    calls: OperationCall | readonly OperationCall[],
    pace: Pace = unhurried,
  ): Promise<Result<null, Problem>> {
    const at = this.#cursor;
    const become = this.#replacing();
    const made = isOne(calls) ? [calls] : calls;
    return become(await this.#run.spliced(at, at, made, pace), () => {
      this.#cursor = at + made.length;
      this.#moved(at);
    });
  }

  /** Moves the cursor to a number of steps, forwards or back. */
  moveTo(step: number): void {
    const before = this.#cursor;
    this.#cursor = Math.min(Math.max(0, Math.trunc(step) || 0), this.#run.steps.length);
    if (this.#cursor !== before) this.#moved(before);
  }

  /** Replaces a call by others, or removes it (null), and performs the later ones again. */
  async edit(
    step: number,
    calls: OperationCall | readonly OperationCall[] | null,
    pace: Pace = unhurried,
  ): Promise<Result<null, Problem>> {
    const become = this.#replacing();
    const made = calls === null ? [] : isOne(calls) ? [calls] : calls;
    return become(await this.#run.spliced(step, step + 1, made, pace), () => {
      if (step < this.#cursor) this.#cursor += made.length - 1;
      this.#shown = undefined;
      this.#moved(0);
    });
  }

  rename(title: string): void {
    this.#run = this.#run.titled(title);
    this.#shown = undefined;
    this.#moved(this.#cursor);
  }

  /** The run as a session, valid until the next change. */
  session(): OpenSession {
    this.#shown ??= this.#shownHere();
    const { session, columns } = this.#shown;
    this.#opened ??= new RunAsSession(this.here, session, columns.history);
    return this.#opened;
  }

  /** Replaces the run, unless it was changed meanwhile. */
  #replacing() {
    const before = this.#run;
    return (next: Run, moved: () => void): Result<null, Problem> => {
      if (this.#run !== before) return err(changedMeanwhile);
      this.#run = next;
      moved();
      return ok(null);
    };
  }

  /** Steps added at the end extend the columns. After any other change the columns are made again on request. */
  #moved(before: number): void {
    this.#revision += 1;
    this.#opened = undefined;
    const shown = this.#shown;
    if (shown === undefined || this.#cursor < before) {
      this.#shown = undefined;
      return;
    }
    for (let i = before; i < this.#cursor; i++) {
      for (const event of this.#run.steps.at(i)?.events ?? []) add(shown, event);
    }
  }

  #shownHere(): Shown {
    const { system, opening } = this.#run;
    const events: unknown[] = [];
    const session: Session = { ...opening, events };
    const columns = system.growing(opening.header);
    const shown: Shown = { session, events, columns };
    for (const event of opening.events) add(shown, event);
    for (const step of this.here.steps) for (const event of step.events) add(shown, event);
    return shown;
  }
}

const isOne = (calls: OperationCall | readonly OperationCall[]): calls is OperationCall => 'op' in calls;

const changedMeanwhile: Problem = {
  code: 'run/changed-meanwhile',
  message: 'The run was changed while calls were performed again. Nothing was done; try once more.',
};

function add({ events, columns }: Shown, event: unknown): void {
  events.push(event);
  columns.add(event);
}
