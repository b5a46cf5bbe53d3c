import { atOnce } from '../../../base/pace.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Note, Problem } from '../../model/problem.ts';
import { answersInARowNote, answersInARow, type AnswerAlone } from '../../importing/transcript/answers-in-a-row.ts';
import { changedEntry } from '../../importing/transcript/changed-entry.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { ReadSession, SessionEntry, Read } from '../../importing/importer.ts';
import { counted } from '../../importing/import-report.ts';
import { growingRequests } from './growing-requests.ts';
import { sessionOfLog, titleOfLog } from './interaction-log.ts';
import { conversationIn, type Conversation } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';
import { isList, isRecord } from '../../model/value.ts';
import type { Body } from './format.ts';

export const read: Read = ({ value }) => {
  const single = conversationIn(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  const lines = elementsOf(value);
  const found = lines.map((line, index) => conversationIn(line, [index]));
  const conversations = found.filter((conversation) => conversation !== undefined);
  const rows = conversationsOfAnswers(conversations);
  const sessions = rows?.map(rowEntry) ?? growingRequests(conversations).map(loopEntry);
  const skipped = found.flatMap((conversation, index) => (conversation === undefined ? [index] : []));
  if (sessions.length > 0) return ok({ sessions: withSkipped(sessions, skipped) });
  return err({
    code: 'import/malformed',
    message: 'This looks like Chat Completions, but nowhere in it is a list of messages with “role” and “content”.',
  });
};

const entryOf = (conversation: Conversation): SessionEntry => ({
  title: titleOf(conversation),
  system: 'task',
  open: () => atOnce(opening(conversation)),
  opening: () => opening(conversation),
});

function* opening(conversation: Conversation): Generator<void, Result<ReadSession, Problem>> {
  return ok(yield* toSession(conversation));
}

const logEntry = (log: readonly Conversation[]): SessionEntry => ({
  title: titleOfLog(log),
  system: 'task',
  open: () => ok(sessionOfLog(log)),
});

function loopEntry(row: readonly Conversation[]): SessionEntry {
  const [first] = row;
  if (first !== undefined && row.length === 1) return entryOf(first);
  return report(logEntry(row), {
    severity: 'info',
    code: 'openai-chat/growing-requests',
    message: `${row.length} exchanges with the model, each repeating those before it, are one session.`,
    place: `[${String(first?.place[0] ?? 0)}]`,
  });
}

function rowEntry(row: readonly Conversation[]): SessionEntry {
  const entry = logEntry(row);
  const note = {
    severity: 'assumed',
    code: 'openai-chat/answers-in-a-row',
    message: answersInARowNote(row.length),
    place: `[${String(row[0]?.place[0] ?? 0)}]`,
  } as const;
  return row.length === 1 ? entry : report(entry, note);
}

/** The first session's report lists the lines without a conversation, since nothing else will mention them. */
function withSkipped(sessions: readonly SessionEntry[], skipped: readonly number[]): readonly SessionEntry[] {
  const [first, ...rest] = sessions;
  if (first === undefined || skipped.length === 0) return sessions;
  const note = {
    severity: 'lost',
    code: 'openai-chat/no-conversation',
    message: `${counted(skipped.length, 'entry', 'entries')} without a conversation left out.`,
    place: `[${skipped[0] ?? 0}]`,
  } as const;
  return [report(first, note), ...rest];
}

const report = (entry: SessionEntry, note: Note): SessionEntry =>
  changedEntry(entry, ({ session, sources }) => ({
    session: { ...session, notes: [...session.notes, note] },
    sources,
  }));

/** One list of answers for each conversation; undefined where the answers include prompts or no answer continues another. */
function conversationsOfAnswers(
  conversations: readonly Conversation[],
): readonly (readonly Conversation[])[] | undefined {
  const answers = conversations.flatMap(({ request, response }) =>
    request === undefined && response !== undefined ? [answerIn(response.body)] : [],
  );
  if (answers.length < conversations.length) return undefined;
  return answersInARow(answers)?.map((row) => row.flatMap((index) => conversations[index] ?? []));
}

function answerIn(body: Body): AnswerAlone {
  const { usage, model, created } = body;
  const details = usage?.completion_tokens_details;
  const thought = details !== undefined && isRecord(details) ? details['reasoning_tokens'] : undefined;
  return {
    model,
    created: typeof created === 'number' ? created : undefined,
    prompt: usage?.prompt_tokens,
    completion: usage?.completion_tokens ?? 0,
    thought: typeof thought === 'number' ? thought : 0,
    asksForTools: asksForTools(body),
  };
}

function asksForTools(answer: Body): boolean {
  const [choice] = answer.choices ?? [];
  const message = choice !== undefined && isRecord(choice) ? choice['message'] : undefined;
  const calls = message !== undefined && isRecord(message) ? message['tool_calls'] : undefined;
  return calls !== undefined && isList(calls) && calls.length > 0;
}
