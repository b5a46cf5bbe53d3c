import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { openArguments } from '../values/json-text.ts';
import { counted } from '../import-report.ts';
import type { ImportReport } from '../import-report.ts';
import type { RequestedCall } from '../transcript/call-matcher.ts';
import { Item } from './response-item.ts';
import { denied, waitsForApproval } from './response-outcomes.ts';
import type { Value } from '../../model/value.ts';

/** The result of each `mcp_approval_request`, by its id: the answer follows later, sometimes in another response. */
export interface Approvals {
  readonly answers: ReadonlyMap<string, { readonly approve: boolean; readonly reason: string | undefined }>;
  /** Requests whose call is in the recording. */
  readonly ran: ReadonlySet<string>;
}

export function approvalsIn(items: readonly Value[]): Approvals {
  const answers = new Map<string, { approve: boolean; reason: string | undefined }>();
  const ran = new Set<string>();
  for (const value of items) {
    const parsed = v.safeParse(Item, value);
    if (!parsed.success || parsed.output.approval_request_id === undefined) continue;
    const { type, approval_request_id, approve = false, reason } = parsed.output;
    if (type === 'mcp_approval_response') answers.set(approval_request_id, { approve, reason });
    if (type === 'mcp_call') ran.add(approval_request_id);
  }
  return { answers, ran };
}

/** The call that a request makes, or undefined if the call itself follows in the recording. */
export function asksToRun(
  item: Item,
  approvals: Approvals,
  place: Path,
  report: ImportReport,
): RequestedCall | undefined {
  const { id, name = '' } = item;
  if (id !== undefined && approvals.ran.has(id)) return undefined;
  const input = openArguments(item.arguments, [...place, 'arguments'], report);
  const answer = id === undefined ? undefined : approvals.answers.get(id);
  if (answer === undefined) {
    report.note(
      'assumed',
      'openai-responses/approval-pending',
      place,
      (n) => `${counted(n, 'call')} waiting for an approval that is not in the file: in none of the counts.`,
    );
    return { id, name, input, place, result: waitsForApproval };
  }
  return { id, name, input, place, ...(!answer.approve && { result: denied(answer.reason) }) };
}
