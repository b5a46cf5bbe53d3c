import { type RecordValue, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { lost, type ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { waitsForApproval } from '../../importing/responses/response-calls.ts';
import { denied } from '../../importing/transcript/call-ends.ts';

/** Ids of the calls that wait for the user, were approved, or were rejected (with the user's message, if any). */
export interface Approvals {
  readonly pending: ReadonlySet<string>;
  readonly approved: ReadonlySet<string>;
  readonly rejected: ReadonlyMap<string, string | undefined>;
  /** Tools whose further calls are all allowed or all refused, with the message of a refusal. */
  readonly always: ReadonlyMap<string, ToolDecision>;
}

interface ToolDecision {
  readonly isAllowed: boolean;
  readonly words: string | undefined;
}

/** `interrupted`: ids of the calls that the run stopped for. `decisions`: the user's decisions by tool. */
export function approvalsIn(interrupted: readonly string[], decisions: RecordValue): Approvals {
  const approved = new Set<string>();
  const rejected = new Map<string, string | undefined>();
  const always = new Map<string, ToolDecision>();
  const textsIn = (value: Value | undefined) => elementsOf(value ?? null).filter((id) => typeof id === 'string');
  for (const [tool, decision] of Object.entries(decisions)) {
    const [yes, no] = ['approved', 'rejected'].map((key) => findAt(decision, key)?.value);
    // If both are true, the SDK allows the calls.
    if (yes === true) always.set(tool, { isAllowed: true, words: undefined });
    else if (no === true) always.set(tool, { isAllowed: false, words: textAt(decision, stickyMessage) });
    const words = recordAt(decision, ['messages', 'rejection_messages']);
    for (const id of textsIn(yes)) approved.add(id);
    for (const id of textsIn(no)) rejected.set(id, textAt(words, [[id]]));
  }
  return { pending: new Set(interrupted), approved, rejected, always };
}

/** The message for every call, if all calls of a tool are refused; the first is JavaScript's name. */
const stickyMessage = ['stickyRejectMessage', 'sticky_rejection_message'];

/** Notes decisions about calls that are not among the items, because they cannot be shown. */
export function noteUnknownDecisions(
  { approved, rejected }: Approvals,
  known: ReadonlySet<string>,
  report: ImportReport,
): void {
  for (const id of [...approved, ...rejected.keys()]) {
    if (!known.has(id)) noteUnknownCall(['context', 'approvals'], report);
  }
}

const noteUnknownCall = lost(
  'agents-sdk/approval',
  '{# decision} of the user about calls that are not in the file: left out.',
);

/**
 * | in the state | outcome |
 * | --- | --- |
 * | an interruption of `current_step` names the call | pending: it waits for the user, or is approved and has not run yet |
 * | `context.approvals` lists the call under `rejected` | restricted, with the message of the rejection |
 * | `context.approvals` has `rejected: true` for the tool, and the call has no output or a refusal as output | restricted |
 * | `status: failed` or `incomplete`, or an `error`, of an item | errored |
 * | an output that begins with the SDK's text for a tool that threw | errored, with the whole text |
 * | any other output | successful |
 */
export function withApprovals(matcher: CallMatcher, { pending, approved, rejected, always }: Approvals): CallMatcher {
  const refused = new Map<string, string | undefined>();
  return {
    ...matcher,
    addModelTurn(turn, calls, unread) {
      const known = calls.map((call) => {
        const id = call.id ?? '';
        if (call.result !== undefined) return call;
        if (rejected.has(id)) return { ...call, result: denied(rejected.get(id)) };
        const toolDecision = always.get(call.name);
        if (toolDecision?.isAllowed === false) refused.set(id, toolDecision.words);
        if (!pending.has(id)) return call;
        if (toolDecision?.isAllowed === false) return { ...call, result: denied(toolDecision.words) };
        return { ...call, result: approved.has(id) || toolDecision !== undefined ? allowed : waitsForApproval };
      });
      matcher.addModelTurn(turn, known, unread);
    },
    addResult(mark, result) {
      // The SDK writes a refusal as the output of a rejected call, which already has its result.
      if (mark.id !== undefined && rejected.has(mark.id)) return;
      const words = refused.get(mark.id ?? '');
      const isRefusal = refused.delete(mark.id ?? '') && (result.output === defaultWords || result.output === words);
      if (isRefusal) matcher.addResult(mark, { ...result, ...denied(words) });
      else matcher.addResult(mark, errorTextOf(result) ?? result);
    },
    entries() {
      // A call that ran before the decision has an output; one without an output was refused.
      for (const [id, words] of refused) {
        const mark = { id, name: undefined, place: ['context', 'approvals'] };
        if (matcher.hasOpenCall(mark)) matcher.addResult(mark, denied(words));
      }
      return matcher.entries();
    },
  };
}

/** The SDK's default output for a refused call; programs can change it. */
const defaultWords = 'Tool execution was not approved.';

/**
 * https://github.com/openai/openai-agents-python/blob/main/src/agents/tool.py (`default_tool_error_function`),
 * https://github.com/openai/openai-agents-js/blob/main/packages/agents-core/src/tool.ts (`defaultToolErrorFunction`)
 */
function errorTextOf({ output, ...rest }: CallResult): CallResult | undefined {
  if (typeof output !== 'string' || !output.startsWith(errorWords)) return undefined;
  return { ...rest, outcome: 'error', output: undefined, reason: output };
}

const errorWords = 'An error occurred while running the tool. Please try again.';

const allowed = waiting('approved, and not yet executed when the recording ends');
