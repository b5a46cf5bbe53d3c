import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { CapabilityInvoked } from '../../systems/a2a/event.ts';
import { functionKey } from '../../systems/a2a/function-part.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { noteByOrder, noteCallNotRecorded, noteNoResult } from '../../importing/transcript/call-matcher-notes.ts';
import { denialReason } from '../../importing/transcript/call-ends.ts';
import { OpenByName, OpenQueue } from '../../importing/transcript/open-queue.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { entriesAt, fieldAt, placedAt, textAt } from '../../importing/values/where.ts';
import { notes } from './notes.ts';

/** An invocation, and the place of its call in the recording. */
export interface SourcedInvocation {
  readonly event: CapabilityInvoked;
  readonly source: Path;
  /** Place of the result, if it is separate from the call. */
  readonly result?: Path | undefined;
}

interface Call {
  readonly id: string | undefined;
  readonly name: string;
  readonly args?: Value | undefined;
  readonly place: Path;
  /** The task of the called agent; undefined for a tool. */
  readonly agentTask?: string | undefined;
  /** The id of the approval request; undefined if there is none, or if it is answered. */
  approval?: string | undefined;
}

/**
 * Matches the calls of one task with their results, which are in later parts. Servers repeat parts in the status, in the
 * history and in an artifact, so each id is read once.
 */
export class Calls {
  readonly #task: string;
  readonly #report: ImportReport;
  /** In the order of their results; a call that waits goes to the end. */
  readonly #open = new Set<Call>();
  readonly #known = new Map<string, Call>();
  readonly #byName = new OpenByName<Call>((call) => this.#open.has(call));
  readonly #byNameWithoutId = new OpenByName<Call>((call) => this.#open.has(call));
  readonly #byApproval = new Map<string, OpenQueue<Call>>();
  readonly #answers = new Map<string, Value>();

  constructor(task: string, report: ImportReport) {
    this.#task = task;
    this.#report = report;
  }

  addCall(call: Call): void {
    const known = call.id === undefined ? undefined : this.#known.get(call.id);
    if (known === undefined) this.#add(call);
    else if (this.#open.has(known) && call.approval !== undefined) this.#waits(known, call.approval);
  }

  #add(call: Call): void {
    this.#open.add(call);
    if (call.id !== undefined) this.#known.set(call.id, call);
    else this.#byNameWithoutId.add(call.name, call);
    this.#byName.add(call.name, call);
    if (call.approval !== undefined) this.#waits(call, call.approval);
  }

  #waits(call: Call, approval: string): void {
    call.approval = approval;
    const isWaiting = (one: Call) => this.#open.has(one) && one.approval === approval;
    const queue = this.#byApproval.get(approval) ?? new OpenQueue(isWaiting);
    this.#byApproval.set(approval, queue);
    queue.add(call);
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
    const again = id === undefined ? undefined : this.#known.get(id);
    const call = again !== undefined && this.#open.has(again) ? again : this.#earliest(id, name, place);
    if (call !== undefined) {
      this.#open.delete(call);
      if (!isPending(response)) return this.#invocation(call, resultOf(response), place);
      // Another object, because the queues take an answered call for answered.
      this.#add({ ...call, approval: call.approval ?? id ?? call.name });
      return null;
    }
    // Some calls have two results; the later one is final.
    if (again !== undefined) return this.#invocation(again, resultOf(response), place);
    if (name === undefined) {
      notes['import/result-without-call'](place, this.#report);
      return null;
    }
    noteCallNotRecorded(place, this.#report);
    return this.#invocation({ id, name, place }, resultOf(response));
  }

  /** Records the user's decision. An approved call stays open until its result. */
  addDecision(approval: string, approved: boolean, reason: string | undefined, place: Path): SourcedInvocation | null {
    const [asked] = this.#byApproval.get(approval)?.earliest(1) ?? [];
    const call = asked ?? this.#known.get(approval);
    if (call === undefined || !this.#open.has(call)) {
      notes['approval-of-nothing'](place, this.#report);
      return null;
    }
    call.approval = undefined;
    if (approved) return null;
    this.#open.delete(call);
    return this.#invocation(call, { outcome: 'restricted', reason: denialReason(reason) }, place);
  }

  /** Ends all calls without a result; called when no more results can follow. */
  closeOpen(): readonly SourcedInvocation[] {
    const left = [...this.#open];
    this.#open.clear();
    return left.map((call) => {
      if (call.approval !== undefined)
        return this.#invocation(call, { outcome: 'pending', reason: 'waiting for an answer when the recording ends' });
      noteNoResult(call.place, this.#report);
      return this.#invocation(call, { outcome: 'no-result' });
    });
  }

  /** Different ids never match; if one side has no id, the name decides. */
  #earliest(id: string | undefined, name: string | undefined, place: Path): Call | undefined {
    const [call, other] = (id === undefined ? this.#byName : this.#byNameWithoutId).earliest(name, 2);
    if (other !== undefined) noteByOrder(place, this.#report);
    return call;
  }

  #invocation({ name, args, agentTask, place }: Call, outcome: InvocationOutcome, result?: Path): SourcedInvocation {
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

/**
 * kagent lets users approve calls. The metadata of a message that requests input lists the calls, and the metadata of the
 * answer lists the decisions. A waiting child agent is in `nested`, with the calls that wait for approval.
 * https://github.com/kagent-dev/kagent/blob/main/docs/architecture/human-in-the-loop.md
 */
const extension = 'https://kagent.dev/extensions/hitl/v1';

/** Registers the calls that need approval; returns the refused ones. */
export function approvalsIn(message: RecordValue, place: Path, calls: Calls): readonly (SourcedInvocation | null)[] {
  const payload = placedAt({ value: message, place }, [['metadata', extension]]);
  const type = textAt(payload.value, 'type');
  if (type === 'tool_approval_request') {
    const nested = placedAt(payload, 'nested');
    const [name, id] = [textAt(nested.value, 'subagent_name'), textAt(nested.value, 'task_id')];
    addRequestedCalls(payload, calls);
    if (name !== undefined) calls.addCall({ id, name, place: nested.place, agentTask: id });
    addRequestedCalls(nested, calls);
  }
  if (type !== 'tool_approval_response') return [];
  return entriesAt(payload, 'approvals').map(({ value: approval, place: where }) => {
    const isApproved = fieldAt(approval, 'approved') === true;
    return calls.addDecision(textAt(approval, 'id') ?? '', isApproved, textAt(approval, 'rejection_reason'), where);
  });
}

function addRequestedCalls(holder: Placed, calls: Calls): void {
  for (const { value: tool, place } of entriesAt(holder, 'tools')) {
    const [id, name] = [textAt(tool, 'id'), textAt(tool, 'name')];
    const args = fieldAt(tool, 'args') ?? undefined;
    if (name !== undefined)
      calls.addCall({ id: textAt(tool, 'call_id') ?? id, name, args, place, approval: id ?? name });
  }
}

/** Outcome of an invocation. */
export type InvocationOutcome = Pick<CapabilityInvoked, 'outcome' | 'output' | 'reason'>;

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a result whose `error` is not empty, or whose `isError` is true | errored, with its text |
 * | ADK's sentence that a call is rejected | restricted: the user refused |
 * | ADK's sentence that a call requires confirmation, or `status: pending`, and no later result | pending: it waits |
 * | the same with a later result | no invocation of its own |
 * | any other result | successful |
 * | a step of a trace with `error` | errored |
 * | kagent: a requested approval that was denied; not answered before the recording ends | restricted; pending |
 * | a long-running call without any result | pending: it waits |
 * | an approved call, or any other, without any result | no result: its output is unknown |
 */
export function resultOf(response: Value | undefined): InvocationOutcome {
  if (response === undefined) return { outcome: 'no-result' };
  const error = isRecord(response) ? entry(response, 'error') : undefined;
  const reason = typeof error === 'string' ? error : textAt(error, 'message');
  if (reason?.startsWith(rejection) === true) return { outcome: 'restricted', reason };
  const isEmpty = error === undefined || error === null || error === '' || error === false || error === 0;
  const isMarked = isRecord(response) && (response['isError'] === true || response['is_error'] === true);
  if (isEmpty && !isMarked) return { outcome: 'successful', output: response };
  return { outcome: 'errored', output: response, reason: reason ?? 'the result says that it is an error' };
}

/** https://github.com/google/adk-python/blob/main/src/google/adk/tools/function_tool.py */
const rejection = 'This tool call is rejected';
const confirmation = 'This tool call requires confirmation';

/** Whether a result says only that the real result follows later. */
const isPending = (response: Value | undefined): boolean =>
  fieldAt(response, 'status') === 'pending' || textAt(response, 'error')?.startsWith(confirmation) === true;
