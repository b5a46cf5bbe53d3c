import { valueAt } from '../../model/value.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { recordOf, type JournalRecord } from '../../importing/journal/journal.ts';
import { createSubAgents, type AgentRecords, type SubAgents } from '../../importing/journal/sub-agents.ts';
import { OpenByName } from '../../importing/transcript/open-queue.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { DelegatedTask, TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { elementsAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { message } from './lines.ts';
import { notes, promptOf } from './texts.ts';

export interface CalledAgents extends Pick<SubAgents, 'others'> {
  /** The task of the sub-agent that this call started, if the recording contains it. */
  sentBy(call: RequestedCall, depth: number): DelegatedTask | undefined;
}

interface Group extends AgentRecords {
  readonly records: JournalRecord[];
  readonly callId: string | undefined;
}

/** `read` reads the lines of a sub-agent, which may start further sub-agents. */
export function subAgentsIn(
  records: readonly JournalRecord[],
  read: (records: readonly JournalRecord[], depth: number) => readonly TranscriptEntry[],
  report: ImportReport,
): CalledAgents {
  const groups = groupsIn(records);
  const agentIds = agentIdsByCall(records);
  const byCall = new Map(groups.flatMap((group) => (group.callId === undefined ? [] : [[group.callId, group]])));
  const byKey = new Map(groups.map((group) => [group.key, group]));
  // Older versions do not record the id of the call, but the sub-agent's first message equals the prompt of the call.
  const agents = createSubAgents(groups, read, notes.unsent, report);
  const byPrompt = new OpenByName<Group>((group) => !agents.isTaken(group));
  for (const group of groups) if (group.callId === undefined) byPrompt.add(promptIn(group), group);
  return {
    others: () => agents.others(),
    sentBy({ id = '', name, input }, depth) {
      const prompt = textAt(input, 'prompt');
      const [samePrompt] = prompt === undefined ? [] : byPrompt.earliest(prompt, 1);
      const group = byCall.get(id) ?? byKey.get(agentIds.get(id) ?? '') ?? samePrompt;
      return agents.taskOf(group, textAt(input, 'subagent_type') ?? name, depth);
    },
  };
}

function promptIn({ records: [first] }: Group): string | undefined {
  const content =
    first !== undefined && fits(first.value, message) ? valueAt(first.value, ['message', 'content']) : undefined;
  return content === undefined ? undefined : promptOf(content);
}

function groupsIn(records: readonly JournalRecord[]): readonly Group[] {
  const groups = new Map<string, Group & { model: string | undefined }>();
  const roots = new Map<string, string>();
  const add = (record: JournalRecord, key: string, callId: string | undefined) => {
    const group = groups.get(key) ?? { records: [], key, callId, model: undefined };
    groups.set(key, group);
    group.records.push(record);
    if (fits(record.value, message)) group.model ??= textAt(record.value, 'message.model');
  };
  for (const record of records) {
    const { value } = record;
    const sender = textAt(value, ['parent_tool_use_id']);
    if (value['isSidechain'] !== true && sender === undefined) continue;
    const [id, parent] = [textAt(value, 'uuid') ?? '', textAt(value, 'parentUuid')];
    const root = parent === undefined ? id : (roots.get(parent) ?? parent);
    roots.set(id, root);
    add(record, textAt(value, 'agentId') ?? sender ?? root, sender);
  }
  // Progress lines show only a part of a sub-agent's own lines. Use them only if the own lines are in another file.
  const own = new Set(groups.keys());
  for (const { kind, value, place } of records) {
    const callId = kind === 'progress' ? textAt(value, 'parentToolUseID') : undefined;
    const shown = recordAt(value, 'data.message');
    if (callId === undefined || shown === undefined) continue;
    const key = textAt(value, 'data.agentId') ?? callId;
    const record = recordOf(shown, [...place, 'data', 'message']);
    if (!own.has(key) && record.kind !== '') add(record, key, callId);
  }
  return [...groups.values()];
}

/** The structured copy of a result contains the id of the agent that returned it. */
function agentIdsByCall(records: readonly JournalRecord[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { value } of records) {
    const agentId = textAt(value, 'toolUseResult.agentId');
    if (agentId === undefined || !fits(value, message)) continue;
    for (const block of elementsAt(value, 'message.content')) {
      const id = textAt(block, 'tool_use_id');
      if (id !== undefined) ids.set(id, agentId);
    }
  }
  return ids;
}
