import type { Path } from '../../model/path.ts';
import type { RecordValue } from '../../model/value.ts';
import { groupedBy } from '../../importing/values/elements.ts';
import { recordAt, textAt } from '../../importing/values/where.ts';
import type { ImportReport, Noted } from '../../importing/import-report.ts';
import type { JournalRecord } from '../../importing/journal/journal.ts';
import { createSubAgents, type AgentRecords, type SubAgents } from '../../importing/journal/sub-agents.ts';
import type { DelegatedTask, TranscriptEntry } from '../../importing/transcript/transcript.ts';

/** Data in later records that belongs to earlier ones. */
export interface LaterFacts {
  /** Why a call was denied, by the call's id. */
  readonly denials: ReadonlyMap<string, string>;
  /** Places of permission requests without an answer when the log ends, by the id of the call. */
  readonly waiting: ReadonlyMap<string, Path>;
  /** Usage of an answer, by the id of its request to the model. */
  readonly usage: ReadonlyMap<string, RecordValue>;
  /** Texts of messages that the log has only in pieces, by message id. */
  readonly pieces: ReadonlyMap<string, string>;
}

export function laterFacts(records: readonly JournalRecord[]): LaterFacts {
  const callsByRequest = new Map<string, string>();
  const waiting = new Map<string, Path>();
  const denials = new Map<string, string>();
  const usage = new Map<string, RecordValue>();
  const pieces = new Map<string, string[]>();
  const completeMessages = new Set<string>();
  for (const { kind, value, place } of records) {
    const field = (name: string) => textAt(value, `data.${name}`);
    switch (kind) {
      case 'permission.requested': {
        const [request, call] = [field('requestId'), field('permissionRequest.toolCallId')];
        if (request === undefined || call === undefined) break;
        callsByRequest.set(request, call);
        waiting.set(call, place);
        break;
      }
      case 'permission.completed': {
        const [call, decision] = [callsByRequest.get(field('requestId') ?? ''), field('result.kind')];
        if (call === undefined || decision === undefined) break;
        waiting.delete(call);
        if (decision.startsWith('denied')) denials.set(call, decision.replaceAll('-', ' '));
        break;
      }
      case 'assistant.usage':
        usage.set(field('apiCallId') ?? '', recordAt(value, 'data') ?? {});
        break;
      case 'session.usage_record':
        usage.set(field('usage.apiCallId') ?? '', recordAt(value, 'data.usage') ?? {});
        break;
      case 'assistant.message_delta': {
        const [id, piece] = [field('messageId'), field('deltaContent')];
        if (id === undefined || piece === undefined) break;
        const known = pieces.get(id);
        if (known === undefined) pieces.set(id, [piece]);
        else known.push(piece);
        break;
      }
      case 'assistant.message':
        completeMessages.add(field('messageId') ?? '');
        break;
      default:
    }
  }
  usage.delete('');
  const unfinished = [...pieces].filter(([id]) => !completeMessages.has(id));
  return { denials, waiting, usage, pieces: new Map(unfinished.map(([id, texts]) => [id, texts.join('')])) };
}

/** The sub-agent that a record belongs to: its instance id, or in older versions the id of the call that started it. */
export const agentOf = ({ value }: JournalRecord): string | undefined =>
  textAt(value, ['agentId', 'data.parentToolCallId']);

export interface StartedAgents extends Pick<SubAgents, 'others'> {
  /** The sub-agent that this call started, if any. `task` is its recorded work. */
  startedBy(callId: string | undefined, depth: number): { readonly task: DelegatedTask | undefined } | undefined;
}

export function startedAgents(
  records: readonly JournalRecord[],
  read: (records: readonly JournalRecord[], depth: number) => readonly TranscriptEntry[],
  unsent: Noted,
  report: ImportReport,
): StartedAgents {
  const isStart = ({ kind, value }: JournalRecord) =>
    kind === 'subagent.started' && textAt(value, 'data.toolCallId') !== undefined;
  const starts = new Map(
    records
      .filter(isStart)
      .map(({ value }) => [
        textAt(value, 'data.toolCallId'),
        { agent: textAt(value, 'data.agentName') ?? 'sub-agent', group: textAt(value, 'agentId') },
      ]),
  );
  const inside = records.filter((record) => !isStart(record) && agentOf(record) !== undefined);
  const groups = new Map<string, AgentRecords>();
  for (const [key = '', own] of groupedBy(inside, agentOf)) groups.set(key, { key, records: own });
  const agents = createSubAgents([...groups.values()], read, unsent, report);
  return {
    others: () => agents.others(),
    startedBy(callId = '', depth) {
      const start = starts.get(callId);
      const group = groups.get(start?.group ?? callId) ?? groups.get(callId);
      if (start === undefined && group === undefined) return undefined;
      return { task: agents.taskOf(group, start?.agent ?? 'sub-agent', depth) };
    },
  };
}
