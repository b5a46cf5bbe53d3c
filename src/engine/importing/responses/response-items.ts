import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { readContent } from '../content/content.ts';
import { type ImportReport, notesOf } from '../import-report.ts';
import type { CallMatcher, RequestedCall } from '../transcript/call-matcher.ts';
import { denied } from '../transcript/call-ends.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import { callOutput, clientCall, hostedCall, outcomeOf, waitsForApproval } from './response-calls.ts';
import { callNameOf, clientCalls, hostedCalls, isCallOutput, isProviderOutput } from './response-item.ts';
import { createModelTurns } from './response-turns.ts';
import { noteReasoning, noteSystem } from '../notes.ts';
import { openArguments } from '../values/json-text.ts';
import { findAt, textAt } from '../values/where.ts';

/** Reads items one after another; `response-turns.ts` gathers the items of one model answer. */
export interface ItemReader {
  /** `tokens` are those of the response that made the items up to `end`. */
  begin(at: string | undefined, tokens: RecordedTokens | undefined): void;
  item(value: Value, place: Path): void;
  end(place: Path): void;
}

/** `items`: all that will be read, because an approval may be far behind its request. */
export function createItemReader(items: readonly Value[], matcher: CallMatcher, report: ImportReport): ItemReader {
  const turns = createModelTurns(matcher, report);
  const approvals = approvalsIn(items);
  let at: string | undefined;

  const readMessage = (item: RecordValue, place: Path) => {
    const parts = readContent(item['content'], [...place, 'content'], report);
    switch (item['role']) {
      case 'assistant':
        turns.text(parts, place, makerOf(item));
        return;
      case 'user':
        turns.close();
        matcher.addInput({ message: parts, at, place });
        return;
      case 'system':
      case 'developer':
        noteSystem(place, report);
        return;
      default:
        notes.item(place, report);
    }
  };

  const readOther = (item: RecordValue, type: string, place: Path) => {
    switch (type) {
      case 'reasoning':
        turns.text([], place, makerOf(item));
        return noteReasoning(place, report);
      case 'mcp_approval_request': {
        const call = asksToRun(item, approvals, place, report);
        if (call !== undefined) turns.call(call, makerOf(item));
        return;
      }
      case 'compaction':
        notes.compaction(place, report);
        return;
      case 'mcp_list_tools':
      case 'mcp_approval_response':
        return;
      default:
        notes.item(place, report);
    }
  };

  return {
    begin(instant, tokens) {
      at = instant;
      turns.begin(instant, tokens);
    },
    item(value, place) {
      if (!isRecord(value)) return notes.item(place, report);
      const item = value;
      const type = textAt(item, 'type') ?? 'message';
      if (type === 'message') return readMessage(item, place);
      if (clientCalls.has(type)) return turns.call(clientCall(item, place, report), makerOf(item));
      if (hostedCalls.has(type)) return turns.call(hostedCall(item, place, report), makerOf(item));
      if (!isCallOutput(type)) return readOther(item, type, place);
      const { id, output } = callOutput(item, place, report);
      const result = { ...outcomeOf(item, output), at };
      if (isProviderOutput(type)) return turns.returned({ id, name: callNameOf(type), place }, result);
      turns.close();
      return matcher.addResult({ id, name: undefined, place }, result);
    },
    end: (place) => turns.end(place),
  };
}

const notes = notesOf('openai-responses', {
  info: {
    compaction: 'From here on earlier items are replaced by a compaction, which is encrypted.',
  },
  lost: {
    item: '{# item} of an unknown kind left out.',
  },
  assumed: {
    'approval-pending': '{# call} waiting for an approval that is not in the file: in none of the counts.',
  },
});

/** Conversation items name the response that made them. */
const makerOf = (item: RecordValue): string | undefined => textAt(item, 'created_by');

/** The result of each `mcp_approval_request`, by its id: the answer follows later, sometimes in another response. */
export interface Approvals {
  readonly answers: ReadonlyMap<string, { readonly approve: boolean; readonly reason: string | undefined }>;
  /** Requests whose call is in the recording. */
  readonly ran: ReadonlySet<string>;
}

function approvalsIn(items: readonly Value[]): Approvals {
  const answers = new Map<string, { approve: boolean; reason: string | undefined }>();
  const ran = new Set<string>();
  for (const value of items) {
    const [id, type] = [textAt(value, 'approval_request_id'), textAt(value, 'type')];
    if (id === undefined) continue;
    const approve = findAt(value, 'approve')?.value === true;
    if (type === 'mcp_approval_response') answers.set(id, { approve, reason: textAt(value, 'reason') });
    if (type === 'mcp_call') ran.add(id);
  }
  return { answers, ran };
}

/** The call that a request makes, or undefined if the call itself follows in the recording. */
function asksToRun(
  item: RecordValue,
  approvals: Approvals,
  place: Path,
  report: ImportReport,
): RequestedCall | undefined {
  const [id, name = ''] = [textAt(item, 'id'), textAt(item, 'name')];
  if (id !== undefined && approvals.ran.has(id)) return undefined;
  const input = openArguments(item['arguments'], [...place, 'arguments'], report);
  const answer = id === undefined ? undefined : approvals.answers.get(id);
  if (answer === undefined) {
    notes['approval-pending'](place, report);
    return { id, name, input, place, result: waitsForApproval };
  }
  return { id, name, input, place, ...(!answer.approve && { result: denied(answer.reason) }) };
}
