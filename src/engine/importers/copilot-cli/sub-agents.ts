import * as v from 'valibot';
import { entry } from '../../model/value.ts';
import { freeId } from '../../importing/transcript/free-id.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { DelegatedTask, TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { AgentStart } from './format.ts';
import type { Entry } from './lines.ts';

/** The sub-agents of a session, each with its lines of the log. */
export interface SubAgents {
  /** The sub-agent that this call started, if any. `task` is its recorded work. */
  startedBy(callId: string | undefined, depth: number): { readonly task: DelegatedTask | undefined } | undefined;
  /** Sub-agents that no recorded call started. */
  others(): readonly DelegatedTask[];
}

interface Group {
  readonly entries: Entry[];
  readonly key: string;
  isTaken: boolean;
}

/** Deeper than agents nest in practice, and shallow enough for the call stack. */
const maxDepth = 20;

/** The sub-agent that a line belongs to: its instance id, or in older versions the id of the call that started it. */
export function agentOf({ line }: Entry): string | undefined {
  const sender = line.data && entry(line.data, 'parentToolCallId');
  return line.agentId ?? (typeof sender === 'string' ? sender : undefined);
}

/** `read` converts the lines of a sub-agent to its steps; these may start further sub-agents. */
export function subAgentsIn(
  entries: readonly Entry[],
  read: (entries: readonly Entry[], agents: SubAgents, depth: number) => readonly TranscriptEntry[],
  report: ImportReport,
): SubAgents {
  const groups = new Map<string, Group>();
  const starts = new Map<string, { readonly agent: string; readonly group: string | undefined }>();
  for (const one of entries) {
    const key = agentOf(one);
    const start = one.line.type === 'subagent.started' ? v.safeParse(AgentStart, one.line.data) : undefined;
    if (start?.success === true) {
      const { toolCallId, agentName = 'sub-agent' } = start.output;
      starts.set(toolCallId, { agent: agentName, group: one.line.agentId });
    } else if (key !== undefined) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { entries: [one], key, isTaken: false });
      else group.entries.push(one);
    }
  }
  const usedIds = new Set<string>();
  const taskOf = (group: Group, agent: string, depth: number): DelegatedTask => {
    group.isTaken = true;
    const [first] = group.entries;
    const place = first?.place ?? [];
    return {
      id: freeId(group.key, usedIds),
      agent,
      at: readInstant(first?.line.timestamp, [...place, 'timestamp'], report),
      place,
      entries: read(group.entries, agents, depth + 1),
    };
  };
  const agents: SubAgents = {
    startedBy(callId = '', depth) {
      const start = starts.get(callId);
      const group = groups.get(start?.group ?? callId) ?? groups.get(callId);
      if (start === undefined && group === undefined) return undefined;
      const isFree = group !== undefined && !group.isTaken && depth < maxDepth;
      return { task: isFree ? taskOf(group, start?.agent ?? 'sub-agent', depth) : undefined };
    },
    others() {
      return [...groups.values()]
        .filter(({ isTaken }) => !isTaken)
        .map((group) => {
          report.note(
            'assumed',
            'copilot-cli/unsent',
            group.entries[0]?.place ?? null,
            (n) => `${counted(n, 'sub-agent')} whom no call in the log sent: shown at its end.`,
          );
          return taskOf(group, 'sub-agent', 0);
        });
    },
  };
  return agents;
}
