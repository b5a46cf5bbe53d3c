import { entry, isRecord, type Value } from '../../model/value.ts';
import { freeId } from '../../importing/transcript/free-id.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { DelegatedTask, TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { readLine, type Entry } from './lines.ts';
import { promptOf } from './prompts.ts';

/** The sub-agents of a session, each with its lines. */
export interface SubAgents {
  /** The task of the sub-agent that this call started, if the recording contains it. */
  sentBy(call: RequestedCall, depth: number): DelegatedTask | undefined;
  /** Tasks of sub-agents that no recorded call started. */
  others(): readonly DelegatedTask[];
}

interface Group {
  readonly entries: Entry[];
  /** Id of the agent, of the call that started it, or of its first line. */
  readonly key: string;
  readonly callId: string | undefined;
  isTaken: boolean;
}

/** Deeper than real sub-agents are nested, and low enough to avoid a stack overflow. */
const maxDepth = 20;

/** `read` reads the steps from a sub-agent's lines. A sub-agent may start further sub-agents. */
export function subAgentsIn(
  entries: readonly Entry[],
  read: (entries: readonly Entry[], agents: SubAgents, depth: number) => readonly TranscriptEntry[],
  report: ImportReport,
): SubAgents {
  const groups = groupsIn(entries);
  const agentIds = agentIdsByCall(entries);
  const byCall = new Map(groups.flatMap((group) => (group.callId === undefined ? [] : [[group.callId, group]])));
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const byPrompt = groupedByPrompt(groups);
  const usedIds = new Set<string>();
  const taskOf = (group: Group, agent: string, depth: number): DelegatedTask => {
    group.isTaken = true;
    const [first] = group.entries;
    const place = first?.place ?? [];
    return {
      id: freeId(group.key, usedIds),
      agent,
      model: group.entries.find(({ message }) => message?.model !== undefined)?.message?.model,
      at: readInstant(first?.line.timestamp, [...place, 'timestamp'], report),
      place,
      entries: read(group.entries, agents, depth + 1),
    };
  };
  const agents: SubAgents = {
    sentBy({ id = '', name, input }, depth) {
      if (depth >= maxDepth) return undefined;
      const prompt = textIn(input, 'prompt');
      const samePrompt = prompt === undefined ? undefined : byPrompt.get(prompt);
      const group = byCall.get(id) ?? byKey.get(agentIds.get(id) ?? '') ?? samePrompt?.find(({ isTaken }) => !isTaken);
      if (group === undefined || group.isTaken) return undefined;
      return taskOf(group, textIn(input, 'subagent_type') ?? name, depth);
    },
    others() {
      return groups
        .filter(({ isTaken }) => !isTaken)
        .map((group) => {
          const [first] = group.entries;
          report.note(
            'assumed',
            'claude-code/unsent',
            first?.place ?? null,
            (n) => `${counted(n, 'sub-agent')} whom no call in the recording sent: shown at its end.`,
          );
          return taskOf(group, 'sub-agent', 0);
        });
    },
  };
  return agents;
}

const textIn = (value: Value | undefined, key: string): string | undefined => {
  const text = value !== undefined && isRecord(value) ? entry(value, key) : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** Older versions do not record the id of the call, but the sub-agent's first message equals the prompt of the call. */
function groupedByPrompt(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const byPrompt = new Map<string, Group[]>();
  for (const group of groups) {
    const prompt = group.callId === undefined ? promptIn(group) : undefined;
    if (prompt === undefined) continue;
    const known = byPrompt.get(prompt);
    if (known === undefined) byPrompt.set(prompt, [group]);
    else known.push(group);
  }
  return byPrompt;
}

function promptIn({ entries }: Group): string | undefined {
  const [first] = entries;
  return first?.message === undefined ? undefined : promptOf(first.message.content);
}

function groupsIn(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, Group>();
  const roots = new Map<string, string>();
  const add = (entry: Entry, key: string, callId: string | undefined) => {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { entries: [entry], key, callId, isTaken: false });
    else group.entries.push(entry);
  };
  for (const entry of entries) {
    const { line } = entry;
    if (line.isSidechain !== true && typeof line.parent_tool_use_id !== 'string') continue;
    const { uuid = '', parentUuid, parent_tool_use_id: sender } = line;
    const root = typeof parentUuid === 'string' ? (roots.get(parentUuid) ?? parentUuid) : uuid;
    roots.set(uuid, root);
    add(entry, line.agentId ?? sender ?? root, sender ?? undefined);
  }
  // Progress lines show only a part of a sub-agent's own lines. Use them only if the own lines are in another file.
  const own = new Set(groups.keys());
  for (const { line, place } of entries) {
    const inside = line.data && entry(line.data, 'message');
    if (line.type !== 'progress' || inside === undefined || line.parentToolUseID === undefined) continue;
    const agentId = textIn(line.data, 'agentId') ?? line.parentToolUseID;
    const shown = own.has(agentId) ? undefined : readLine(inside, [...place, 'data', 'message']);
    if (shown !== undefined) add(shown, agentId, line.parentToolUseID);
  }
  return [...groups.values()];
}

/** The structured copy of a result contains the id of the agent that returned it. */
function agentIdsByCall(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { line, message } of entries) {
    const agentId = textIn(line.toolUseResult, 'agentId');
    if (agentId === undefined || message === undefined || !Array.isArray(message.content)) continue;
    for (const block of message.content) {
      const id = textIn(block, 'tool_use_id');
      if (id !== undefined) ids.set(id, agentId);
    }
  }
  return ids;
}
