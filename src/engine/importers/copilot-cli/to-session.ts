import * as v from 'valibot';
import { entry, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { readConversation } from './conversation.ts';
import { factsOf } from './facts.ts';
import { Answer, Start, UserMessage } from './format.ts';
import type { Entry, Lines } from './lines.ts';
import { agentOf, subAgentsIn } from './sub-agents.ts';

export function titleOf(entries: readonly Entry[]): string {
  for (const { line } of entries) {
    const prompt = line.type === 'user.message' ? v.safeParse(UserMessage, line.data) : undefined;
    if (prompt?.success !== true) continue;
    const text = textOf(readContent(prompt.output.content, [], createImportReport()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return 'Copilot CLI session';
}

export function toSession({ entries, unread }: Lines): ReadSession {
  const report = createImportReport();
  for (const place of unread) {
    report.note('lost', 'copilot-cli/line', place, (n) => `${counted(n, 'line')} of an unknown kind left out.`);
  }
  const surroundings = { facts: factsOf(entries), report };
  const agents = subAgentsIn(entries, (own, subs, depth) => readConversation(own, subs, depth, surroundings), report);
  const own = entries.filter((one) => agentOf(one) === undefined);
  const steps = readConversation(own, agents, 0, surroundings);
  const others = agents.others().map((task) => ({ kind: 'task', task }) as const);
  const first = entries.find(({ line }) => line.type === 'session.start');
  const start = v.safeParse(Start, first?.line.data);
  const about = start.success ? start.output : undefined;
  return toTaskSession(
    {
      title: titleOf(entries),
      importer: 'copilot-cli',
      agent: 'Copilot CLI',
      model: onlyModelOf(own),
      startedAt: readInstant(about?.startTime, [...(first?.place ?? []), 'data', 'startTime'], report),
      declared: [],
      recording: recordingOf(about),
      entries: [...steps, ...others],
    },
    report,
  );
}

function onlyModelOf(entries: readonly Entry[]): string | undefined {
  const models = new Set(
    entries.flatMap(({ line }) => {
      const answer = line.type === 'assistant.message' ? v.safeParse(Answer, line.data) : undefined;
      return answer?.success === true && answer.output.model !== undefined ? [answer.output.model] : [];
    }),
  );
  const [model] = models;
  return models.size === 1 ? model : undefined;
}

function recordingOf(about: v.InferOutput<typeof Start> | undefined): RecordValue {
  const context = (key: string): Value | undefined => about?.context && entry(about.context, key);
  const fields = {
    session: about?.sessionId,
    version: about?.copilotVersion,
    cwd: context('cwd'),
    repository: context('repository'),
    branch: context('branch'),
  };
  return Object.fromEntries(Object.entries(fields).filter((pair): pair is [string, Value] => pair[1] !== undefined));
}
