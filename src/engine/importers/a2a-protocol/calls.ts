import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { denied, isPending, resultOf, unknownResult, waiting } from './outcomes.ts';
import type { InvocationOutcome } from './outcomes.ts';

/** An invocation, and the place of its call in the recording. */
export interface SourcedInvocation {
  readonly event: CapabilityInvoked;
  readonly source: Path;
  /** Place of the result, if it is separate from the call. */
  readonly result?: Path | undefined;
}

interface OpenCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: Value | undefined;
  readonly place: Path;
  /** The task of the called agent; undefined for a tool. */
  readonly agentTask?: string | undefined;
  /** The id of the approval request; undefined if there is none, or if it is answered. */
  approval: string | undefined;
}

/**
 * Matches the calls of one task with their results, which are in later parts. Servers repeat parts in the status, in the
 * history and in an artifact, so each id is read once.
 */
export class Calls {
  readonly #task: string;
  readonly #report: ImportReport;
  readonly #open: OpenCall[] = [];
  readonly #known = new Map<string, OpenCall>();
  readonly #answers = new Map<string, Value>();

  constructor(task: string, report: ImportReport) {
    this.#task = task;
    this.#report = report;
  }

  addCall(call: Omit<OpenCall, 'approval'>, approval?: string): void {
    const known = call.id === undefined ? undefined : this.#known.get(call.id);
    if (known !== undefined) {
      if (approval !== undefined && this.#open.includes(known)) known.approval = approval;
      return;
    }
    const open = { ...call, approval };
    this.#open.push(open);
    if (call.id !== undefined) this.#known.set(call.id, open);
  }

  /** Returns null for a repeated result, and for one that only says that the real result follows. */
  addResult(
    id: string | undefined,
    name: string | undefined,
    response: Value | undefined,
    place: Path,
  ): SourcedInvocation | null {
    const before = id === undefined ? undefined : this.#answers.get(id);
    if (before !== undefined && isSame(before, response ?? null)) return null;
    if (id !== undefined) this.#answers.set(id, response ?? null);
    const call = this.#take(id, name, place);
    if (call !== undefined && isPending(response)) {
      this.#open.push(call);
      call.approval ??= id ?? call.name;
      return null;
    }
    if (call !== undefined) return this.#invocation(call, resultOf(response), place);
    // Some calls have two results; the later one is final.
    const again = id === undefined ? undefined : this.#known.get(id);
    if (again !== undefined) return this.#invocation(again, resultOf(response), place);
    if (name === undefined) {
      this.#noteOrphan(
        'lost',
        place,
        (n) => `${counted(n, 'result')} of no call and without a function’s name: left out.`,
      );
      return null;
    }
    this.#noteOrphan(
      'assumed',
      place,
      (n) => `${counted(n, 'result')} of no recorded call: shown as a call of the function it names.`,
    );
    return this.#invocation({ id, name, args: undefined, place, approval: undefined }, resultOf(response));
  }

  /** Records the user's decision. An approved call stays open until its result. */
  addDecision(approval: string, approved: boolean, reason: string | undefined, place: Path): SourcedInvocation | null {
    const call = this.#open.find((open) => open.approval === approval || open.id === approval);
    if (call === undefined) {
      this.#report.note(
        'lost',
        'a2a-protocol/approval-of-nothing',
        place,
        (n) => `${counted(n, 'approval')} of a call that is not in the recording: left out.`,
      );
      return null;
    }
    call.approval = undefined;
    if (approved) return null;
    this.#open.splice(this.#open.indexOf(call), 1);
    return this.#invocation(call, denied(reason), place);
  }

  /** Ends all calls without a result; called when no more results can follow. */
  closeOpen(): readonly SourcedInvocation[] {
    return this.#open.splice(0).map((call) => {
      if (call.approval !== undefined) return this.#invocation(call, waiting);
      this.#report.note(
        'assumed',
        'import/no-result',
        call.place,
        (n) => `${counted(n, 'call')} without a result in the recording: in none of the counts, the output unknown.`,
      );
      return this.#invocation(call, unknownResult);
    });
  }

  #take(id: string | undefined, name: string | undefined, place: Path): OpenCall | undefined {
    const byId = id === undefined ? undefined : this.#open.find((call) => call.id === id);
    const candidates = this.#open.filter((call) => mayMatch(call, id, name));
    const found = byId ?? candidates[0];
    if (found === undefined) return undefined;
    if (byId === undefined && candidates.length > 1) {
      this.#report.note(
        'assumed',
        'import/paired-by-order',
        place,
        (n) => `${counted(n, 'result')} without the id of a call before it: given to the open calls in order.`,
      );
    }
    this.#open.splice(this.#open.indexOf(found), 1);
    return found;
  }

  #invocation(
    { name, args, agentTask, place }: OpenCall,
    outcome: InvocationOutcome,
    result?: Path,
  ): SourcedInvocation {
    const event: CapabilityInvoked = {
      type: 'capability-invoked',
      task: this.#task,
      function: functionKey(name),
      ...(args !== undefined && { args }),
      ...(agentTask !== undefined && { agent_task: agentTask }),
      ...outcome,
    };
    return { event, source: place, result };
  }

  #noteOrphan(severity: 'lost' | 'assumed', place: Path, message: (count: number) => string): void {
    const code = severity === 'lost' ? 'import/result-without-call' : 'import/call-not-recorded';
    this.#report.note(severity, code, place, message);
  }
}

/** Different ids never match; if one side has no id, the name decides. */
const mayMatch = (call: OpenCall, id: string | undefined, name: string | undefined): boolean =>
  (call.id === undefined || id === undefined) && (name === undefined || call.name === name);
