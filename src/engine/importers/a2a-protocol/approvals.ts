import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { fieldAt, recordAt, textAt } from '../../systems/a2a/wire/field.ts';
import type { Calls, SourcedInvocation } from './calls.ts';

/**
 * kagent lets users approve calls. The metadata of a message that requests input lists the calls, and the metadata of the
 * answer lists the decisions. A waiting child agent is in `nested`, with the calls that wait for approval.
 * https://github.com/kagent-dev/kagent/blob/main/docs/architecture/human-in-the-loop.md
 */
const extension = 'https://kagent.dev/extensions/hitl/v1';

/** Registers the calls that need approval; returns the refused ones. */
export function approvalsIn(message: RecordValue, place: Path, calls: Calls): readonly (SourcedInvocation | null)[] {
  const payload = recordAt(recordAt(message, 'metadata'), extension);
  const here = [...place, 'metadata', extension];
  switch (textAt(payload, 'type')) {
    case 'tool_approval_request':
      addRequestedCalls(payload, here, calls);
      addDelegatedCalls(recordAt(payload, 'nested'), [...here, 'nested'], calls);
      return [];
    case 'tool_approval_response':
      return recordsIn(fieldAt(payload, 'approvals')).map(([approval, index]) =>
        calls.addDecision(
          textAt(approval, 'id') ?? '',
          entry(approval, 'approved') === true,
          textAt(approval, 'rejectionReason'),
          [...here, 'approvals', index],
        ),
      );
    default:
      return [];
  }
}

function addRequestedCalls(payload: RecordValue, place: Path, calls: Calls): void {
  for (const [tool, index] of recordsIn(fieldAt(payload, 'tools')))
    addRequestedCall(tool, [...place, 'tools', index], calls);
}

function addDelegatedCalls(nested: RecordValue, place: Path, calls: Calls): void {
  const [name, task] = [textAt(nested, 'subagentName'), textAt(nested, 'taskId')];
  if (name !== undefined) calls.addCall({ id: task, name, args: undefined, place, agentTask: task });
  addRequestedCalls(nested, place, calls);
}

function addRequestedCall(tool: RecordValue, place: Path, calls: Calls): void {
  const [id, name] = [textAt(tool, 'id'), textAt(tool, 'name')];
  if (name === undefined) return;
  calls.addCall(
    { id: textAt(tool, 'callId') ?? id, name, args: fieldAt(tool, 'args') ?? undefined, place },
    id ?? name,
  );
}

function recordsIn(list: Value | undefined): readonly [RecordValue, number][] {
  if (list === undefined || !isList(list)) return [];
  return [...list].flatMap((element, index) => (isRecord(element) ? [[element, index] as [RecordValue, number]] : []));
}
