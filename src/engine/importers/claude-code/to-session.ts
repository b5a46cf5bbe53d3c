import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { noteNewestFirst } from '../../importing/transcript/newest-first.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { TranscriptEntry } from '../../importing/transcript/transcript.ts';
import { noteUnread, readConversation, type Surroundings } from './conversation.ts';
import { Denial } from './format.ts';
import type { Entry, Lines } from './lines.ts';
import { commandIn, isInterruption, isLocalOutput, promptOf } from './prompts.ts';
import { subAgentsIn, type SubAgents } from './sub-agents.ts';

const isInside = ({ line }: Entry): boolean => line.isSidechain === true || typeof line.parent_tool_use_id === 'string';

/** Lines of the main agent. If the file contains only a sub-agent, all lines. */
function ownLines(entries: readonly Entry[]): readonly Entry[] {
  const own = entries.filter((entry) => !isInside(entry));
  return own.some(({ message }) => message !== undefined) ? own : entries;
}

export function titleOf(entries: readonly Entry[]): string {
  const customTitle = entries.findLast(({ line }) => line.customTitle !== undefined)?.line.customTitle;
  if (customTitle !== undefined) return shortTitle(customTitle);
  for (const { line, message } of ownLines(entries)) {
    if (message === undefined || line.type !== 'user' || line.isMeta === true || line.isCompactSummary === true)
      continue;
    const text = promptOf(message.content);
    if (text !== undefined && !isLocalOutput(text) && !isInterruption(text)) return shortTitle(commandIn(text) ?? text);
  }
  return 'Claude Code session';
}

/** Reads one branch of the transcript's tree. `isOnly`: there is no other branch. */
export function toSession(entries: readonly Entry[], { unread, wereNewestFirst }: Lines, isOnly: boolean): ReadSession {
  const report = createImportReport();
  const surroundings = { report, denied: deniedIn(entries) };
  const agents = subAgentsIn(
    entries,
    (lines, inner, depth) => readConversation(lines, inner, depth, surroundings),
    report,
  );
  const steps = readOwn(entries, agents, surroundings);
  noteUnread(unread, report);
  if (wereNewestFirst) noteNewestFirst('claude-code', report);
  if (!isOnly) {
    report.note(
      'info',
      'claude-code/branches',
      null,
      () => 'The user went back and said something else: each way through the conversation is a session of its own.',
    );
  }
  const first = entries.find(({ line }) => line.timestamp !== undefined);
  return toTaskSession(
    {
      title: titleOf(entries),
      importer: 'claude-code',
      agent: 'Claude Code',
      model: modelOf(entries),
      startedAt: first && readInstant(first.line.timestamp, [...first.place, 'timestamp'], report),
      declared: declaredIn(entries),
      recording: recordingOf(entries),
      entries: steps,
    },
    report,
  );
}

function readOwn(entries: readonly Entry[], agents: SubAgents, surroundings: Surroundings): readonly TranscriptEntry[] {
  const own = ownLines(entries);
  const steps = readConversation(own, agents, 0, surroundings);
  if (own === entries) return steps;
  return [...steps, ...agents.others().map((task) => ({ kind: 'task', task }) as const)];
}

/** The user may change the model during the session. In this case the session has no single model. */
function modelOf(entries: readonly Entry[]): string | undefined {
  const models = new Set(ownLines(entries).map(({ message }) => message?.model));
  models.delete(undefined);
  models.delete('<synthetic>');
  return models.size === 1 ? [...models][0] : undefined;
}

function deniedIn(entries: readonly Entry[]): ReadonlySet<string> {
  const denials = entries.flatMap(({ line }) => line.permission_denials ?? []);
  return new Set(
    denials.flatMap((denial) => {
      const read = v.safeParse(Denial, denial);
      return read.success ? [read.output.tool_use_id] : [];
    }),
  );
}

const declaredIn = (entries: readonly Entry[]): readonly string[] =>
  entries
    .filter(({ line }) => line.type === 'system' && line.subtype === 'init')
    .flatMap(({ line }) => line.tools ?? [])
    .filter((tool: Value) => typeof tool === 'string');

function recordingOf(entries: readonly Entry[]): RecordValue {
  const sessionLine = entries.find(({ line }) => line.sessionId !== undefined || line.session_id !== undefined)?.line;
  const { sessionId, session_id, cwd, gitBranch, version } = sessionLine ?? {};
  const facts = { session: sessionId ?? session_id, cwd, git_branch: gitBranch, version };
  return Object.fromEntries(Object.entries(facts).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
