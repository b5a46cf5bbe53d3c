import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readAnyMessage } from '../../importing/messages/any-message.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { emitMessage, type NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type DelegatedTask, tokensTold } from '../../importing/transcript/transcript.ts';
import type { Document } from '../../readers/document.ts';
import { type CrewOutput, TaskOutput } from './format.ts';
import { outcomeOf, type MessageResult } from '../../importing/messages/any-message-parts.ts';
import { actionIn } from '../../importing/messages/calls-in-text.ts';
import { textOf } from '../../importing/content/content.ts';

interface Crew {
  readonly title: string;
  readonly tasks: readonly Value[];
  readonly placeOf: (index: number) => Path;
  /** Undefined if the file is the output of a single task. */
  readonly crew: CrewOutput | undefined;
}

/** Each task becomes an invocation of its agent. Its messages with the model, if recorded, become a separate context. */
export function toSession({ title, tasks, placeOf, crew }: Crew, { typeName }: Document): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  tasks.forEach((value, index) => {
    const place = placeOf(index);
    const read = v.safeParse(TaskOutput, value);
    if (!read.success) {
      report.note('lost', 'crewai/task', place, (n) => `${counted(n, 'task')} of the crew could not be read.`);
      return;
    }
    const task = read.output;
    const output = task.pydantic ?? task.json_dict ?? task.raw;
    matcher.addCall({
      id: undefined,
      name: task.agent.trim(),
      to: 'agent',
      input: {
        description: task.description,
        ...(task.name !== undefined && { name: task.name }),
        ...(task.expected_output !== undefined && { expected_output: task.expected_output }),
      },
      place,
      task: conversationOf(task, `task-${index + 1}`, place, report, typeName),
      result: { outcome: 'ok', output, place: [...place, 'raw'] },
    });
  });
  const spent = tokensTold(crew?.token_usage?.prompt_tokens, crew?.token_usage?.completion_tokens);
  if (spent !== undefined) matcher.addTotals(spent, ['token_usage']);
  report.note(
    'assumed',
    'crewai/outcome',
    null,
    () => 'What a crew gives back does not say of its tasks whether they failed: each counts as successful.',
  );
  report.note(
    'lost',
    'crewai/no-input',
    null,
    () => 'The output of a crew holds the results of its tasks. The request and its time are not recorded.',
  );
  return toTaskSession(
    {
      title,
      importer: 'crewai',
      declared: [],
      recording: crew === undefined ? {} : { raw: crew.raw },
      entries: matcher.entries(),
    },
    report,
  );
}

function conversationOf(
  { agent, messages = [] }: TaskOutput,
  id: string,
  place: Path,
  report: ImportReport,
  typeName: Document['typeName'],
): DelegatedTask | undefined {
  if (messages.length === 0) return undefined;
  const matcher = createCallMatcher(report);
  messages.forEach((value, index) => {
    const where = [...place, 'messages', index];
    const message = readAnyMessage(value, where, report, typeName);
    if (message !== undefined) return emitMessage(withAction(message, where, report), matcher, report);
    report.note('lost', 'import/message', where, (n) => `${counted(n, 'message')} could not be read.`);
  });
  return { id, agent: agent.trim(), place, entries: matcher.entries() };
}

/** CrewAI appends this label and the result to an action when it is done. */
const observed = '\nObservation:';

/**
 * Reads an answer of an agent whose model has no function calls: the model writes the call as text, and CrewAI appends the
 * result.
 * https://github.com/crewAIInc/crewAI/blob/main/lib/crewai/src/crewai/utilities/agent_utils.py
 */
function withAction(message: NormalizedMessage, place: Path, report: ImportReport): NormalizedMessage {
  const { role, parts, calls = [], unread = 0 } = message;
  if (role !== 'assistant' || calls.length + unread > 0) return message;
  const text = textOf(parts);
  const action = text.lastIndexOf('\nAction Input:');
  const end = action === -1 ? -1 : text.indexOf(observed, action);
  const found = actionIn(end === -1 ? text : text.slice(0, end), place, report);
  const [call] = found?.calls ?? [];
  if (found === undefined || call === undefined) return message;
  const observation = end === -1 ? undefined : text.slice(end + observed.length).replace(/^ /, '');
  const results: readonly MessageResult[] =
    observation === undefined
      ? []
      : [{ mark: { id: undefined, name: call.name, place }, result: outcomeOf(observation, false, place, report) }];
  const said = found.said === '' ? [] : [{ mimeType: 'text/plain', text: found.said }];
  return { ...message, parts: said, calls: found.calls, results };
}
