import type { ImportReport, Noted } from '../import-report.ts';
import type { DelegatedTask, TranscriptEntry } from '../transcript/transcript.ts';
import { readInstant } from '../values/instants.ts';
import type { JournalRecord } from './journal.ts';

/** The records of one sub-agent, in the journal of the agent that started it. */
export interface AgentRecords {
  /** Identifies the sub-agent in its journal. */
  readonly key: string;
  readonly model?: string | undefined;
  readonly records: readonly JournalRecord[];
}

export type SubAgents = ReturnType<typeof createSubAgents>;

/** Deeper than agents nest in practice, and shallow enough for the call stack. */
const maxDepth = 20;

/** `read`: the entries of a sub-agent, which may start further ones. `unsent`: the note for one that no call started. */
export function createSubAgents(
  groups: readonly AgentRecords[],
  read: (records: readonly JournalRecord[], depth: number) => readonly TranscriptEntry[],
  unsent: Noted,
  report: ImportReport,
) {
  const taken = new Set<AgentRecords>();
  const usedIds = new Set<string>();
  const taskOf = (group: AgentRecords, agent: string, depth: number): DelegatedTask => {
    taken.add(group);
    const { key, model, records } = group;
    const [first] = records;
    return {
      id: freeId(key, usedIds),
      agent,
      model,
      at: first?.time && readInstant(first.time.value, first.time.place, report),
      place: first?.place ?? [],
      entries: read(records, depth + 1),
    };
  };
  return {
    /** The work of a sub-agent that a call started; undefined if it belongs to another call. */
    taskOf: (group: AgentRecords | undefined, agent: string, depth: number): DelegatedTask | undefined =>
      group === undefined || taken.has(group) || depth >= maxDepth ? undefined : taskOf(group, agent, depth),
    isTaken: (group: AgentRecords): boolean => taken.has(group),
    /** Sub-agents that no recorded call started. */
    others: (): readonly TranscriptEntry[] =>
      groups
        .filter((group) => !taken.has(group))
        .map((group) => {
          unsent(group.records[0]?.place ?? null, report);
          return { kind: 'task', task: taskOf(group, 'sub-agent', 0) };
        }),
  };
}

/**
 * A task's id is unique in the whole session: the preferred id, numbered if another task already has it, and never
 * `task` or `root`, which name the session's own. The new id is added to `taken`.
 */
function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted === 'task' || wanted === 'root' || wanted === '' ? `agent ${wanted}` : wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted} ${number}`;
  taken.add(id);
  return id;
}
