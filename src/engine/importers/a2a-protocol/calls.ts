import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import { note } from './notes.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import {
  denied,
  type InvocationOutcome,
  isPending,
  resultOf,
  type SourcedInvocation,
  unknownResult,
  waiting,
} from './traces.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

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
      note('import/result-without-call', place, this.#report);
      return null;
    }
    note('import/call-not-recorded', place, this.#report);
    return this.#invocation({ id, name, args: undefined, place, approval: undefined }, resultOf(response));
  }

  /** Records the user's decision. An approved call stays open until its result. */
  addDecision(approval: string, approved: boolean, reason: string | undefined, place: Path): SourcedInvocation | null {
    const call = this.#open.find((open) => open.approval === approval || open.id === approval);
    if (call === undefined) {
      note('a2a-protocol/approval-of-nothing', place, this.#report);
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
      note('import/no-result', call.place, this.#report);
      return this.#invocation(call, unknownResult);
    });
  }

  #take(id: string | undefined, name: string | undefined, place: Path): OpenCall | undefined {
    const byId = id === undefined ? undefined : this.#open.find((call) => call.id === id);
    const candidates = this.#open.filter((call) => mayMatch(call, id, name));
    const found = byId ?? candidates[0];
    if (found === undefined) return undefined;
    if (byId === undefined && candidates.length > 1) note('import/paired-by-order', place, this.#report);
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
}

/** Different ids never match; if one side has no id, the name decides. */
const mayMatch = (call: OpenCall, id: string | undefined, name: string | undefined): boolean =>
  (call.id === undefined || id === undefined) && (name === undefined || call.name === name);

/**
 * kagent lets users approve calls. The metadata of a message that requests input lists the calls, and the metadata of the
 * answer lists the decisions. A waiting child agent is in `nested`, with the calls that wait for approval.
 * https://github.com/kagent-dev/kagent/blob/main/docs/architecture/human-in-the-loop.md
 */
const extension = 'https://kagent.dev/extensions/hitl/v1';

/** Registers the calls that need approval; returns the refused ones. */
export function approvalsIn(message: RecordValue, place: Path, calls: Calls): readonly (SourcedInvocation | null)[] {
  const payload = {
    value: recordAt(message, [['metadata', extension]]) ?? {},
    place: [...place, 'metadata', extension],
  };
  switch (textAt(payload.value, 'type')) {
    case 'tool_approval_request': {
      const nested = { value: recordAt(payload.value, 'nested') ?? {}, place: [...payload.place, 'nested'] };
      const [name, task] = [textAt(nested.value, 'subagent_name'), textAt(nested.value, 'task_id')];
      addRequestedCalls(payload, calls);
      if (name !== undefined) calls.addCall({ id: task, name, args: undefined, place: nested.place, agentTask: task });
      addRequestedCalls(nested, calls);
      return [];
    }
    case 'tool_approval_response':
      return entriesAt(payload, 'approvals').map(({ value: approval, place: where }) =>
        calls.addDecision(
          textAt(approval, 'id') ?? '',
          fieldAt(approval, 'approved') === true,
          textAt(approval, 'rejection_reason'),
          where,
        ),
      );
    default:
      return [];
  }
}

function addRequestedCalls(holder: Placed, calls: Calls): void {
  for (const { value: tool, place } of entriesAt(holder, 'tools')) {
    const [id, name] = [textAt(tool, 'id'), textAt(tool, 'name')];
    if (name === undefined) continue;
    const args = fieldAt(tool, 'args') ?? undefined;
    calls.addCall({ id: textAt(tool, 'call_id') ?? id, name, args, place }, id ?? name);
  }
}
