import * as v from 'valibot';
import type { RecordValue } from '../../model/value.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { denied, waitsForApproval } from '../../importing/responses/response-outcomes.ts';
import { waiting } from '../../importing/transcript/waiting.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { Approval } from './format.ts';

/** Which calls wait for the user, which he allowed, and which he refused, with his words if he gave any. */
export interface Approvals {
  readonly pending: ReadonlySet<string>;
  readonly approved: ReadonlySet<string>;
  readonly rejected: ReadonlyMap<string, string | undefined>;
  /** Tools of which every further call is allowed, or refused, with the words for it. */
  readonly always: ReadonlyMap<string, Standing>;
}

interface Standing {
  readonly isAllowed: boolean;
  readonly words: string | undefined;
}

/** `interrupted`: ids of the calls that the run stopped for. `decisions`: what the user said, by tool. */
export function approvalsIn(interrupted: readonly string[], decisions: RecordValue): Approvals {
  const approved = new Set<string>();
  const rejected = new Map<string, string | undefined>();
  const always = new Map<string, Standing>();
  for (const [tool, value] of Object.entries(decisions)) {
    const approval = v.safeParse(Approval, value);
    if (!approval.success) continue;
    const { approved: yes, rejected: no, rejection_messages, messages: words = rejection_messages } = approval.output;
    const { sticky_rejection_message, stickyRejectMessage = sticky_rejection_message } = approval.output;
    // Of both, the SDK lets the permission win.
    if (yes === true) always.set(tool, { isAllowed: true, words: undefined });
    else if (no === true) always.set(tool, { isAllowed: false, words: stickyRejectMessage });
    for (const id of Array.isArray(yes) ? yes : []) approved.add(id);
    for (const id of Array.isArray(no) ? no : []) rejected.set(id, words?.[id]);
  }
  return { pending: new Set(interrupted), approved, rejected, always };
}

/** Decisions about calls that are not among the items: nothing can be shown of them. */
export function noteOthers({ approved, rejected }: Approvals, known: ReadonlySet<string>, report: ImportReport): void {
  for (const id of [...approved, ...rejected.keys()]) {
    if (known.has(id)) continue;
    report.note(
      'lost',
      'agents-sdk/approval',
      ['context', 'approvals'],
      (n) => `${counted(n, 'decision')} of the user about calls that are not in the file, left out.`,
    );
  }
}

/**
 * | in the state | outcome |
 * | --- | --- |
 * | an interruption of `current_step` names the call | restricted: it waits for the user, or has been allowed and not yet run |
 * | `context.approvals` lists the call under `rejected` | restricted, with the message of the rejection |
 * | `context.approvals` has `rejected: true` for the tool, and the call has no output or one that says so | restricted |
 * | `status: failed` or `incomplete`, or an `error`, of an item | errored |
 * | an output that begins with the SDK's own words for a tool that threw | errored, with the whole text |
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
        const standing = always.get(call.name);
        if (standing?.isAllowed === false) refused.set(id, standing.words);
        if (!pending.has(id)) return call;
        if (standing?.isAllowed === false) return { ...call, result: denied(standing.words) };
        return { ...call, result: approved.has(id) || standing !== undefined ? allowed : waitsForApproval };
      });
      matcher.addModelTurn(turn, known, unread);
    },
    addResult(mark, result) {
      // A rejected call gets an output that says so; it is told already.
      if (mark.id !== undefined && rejected.has(mark.id)) return;
      const words = refused.get(mark.id ?? '');
      const isRefusal = refused.delete(mark.id ?? '') && (result.output === defaultWords || result.output === words);
      if (isRefusal) matcher.addResult(mark, { ...result, ...denied(words) });
      else matcher.addResult(mark, errorTextOf(result) ?? result);
    },
    entries() {
      // What ran before the decision has an output; what has none was refused.
      for (const [id, words] of refused) {
        const mark = { id, name: undefined, place: ['context', 'approvals'] };
        if (matcher.hasOpenCall(mark)) matcher.addResult(mark, denied(words));
      }
      return matcher.entries();
    },
  };
}

/** What the SDK gives the model in place of an output, unless somebody words it otherwise. */
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

const allowed = waiting('approved, and not yet run when the recording ends');
