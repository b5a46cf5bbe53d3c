import type { Path } from '../../model/path.ts';
import { outcomeOf, type MessageResult } from '../../importing/messages/any-message-parts.ts';
import { textOf } from '../../importing/messages/content.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import { openArguments } from '../../importing/values/json-text.ts';

/** What the agent thought, what it did, and what CrewAI wrote behind that once it was done. */
const action = /(?:^|\n)Action:([^\n]*)\nAction Input: *([^]*)$/;
const observed = '\nObservation:';

/**
 * An answer of an agent whose model calls no functions: it writes its call in words, and CrewAI adds to them what came back.
 * https://github.com/crewAIInc/crewAI/blob/main/lib/crewai/src/crewai/utilities/agent_utils.py
 */
export function withAction(message: NormalizedMessage, place: Path, report: ImportReport): NormalizedMessage {
  const { role, parts, calls = [], unread = 0 } = message;
  if (role !== 'assistant' || calls.length + unread > 0) return message;
  const text = textOf(parts);
  const [whole, name, behind = ''] = action.exec(text) ?? [];
  if (whole === undefined || name === undefined || name.trim() === '') return message;
  const end = behind.indexOf(observed);
  const written = end === -1 ? behind : behind.slice(0, end);
  const observation = end === -1 ? undefined : behind.slice(end + observed.length).replace(/^ /, '');
  report.note(
    'info',
    'import/calls-in-text',
    place,
    (n) => `${counted(n, 'answer')} held the model’s calls as text: read as calls.`,
  );
  const said = text
    .slice(0, text.length - whole.length)
    .replace(/^Thought: */, '')
    .trim();
  const call = { id: undefined, name: name.trim(), input: openArguments(written.trim(), place, report), place };
  const results: readonly MessageResult[] =
    observation === undefined
      ? []
      : [{ mark: { id: undefined, name: call.name, place }, result: outcomeOf(observation, false, place, report) }];
  return { ...message, parts: said === '' ? [] : [{ mimeType: 'text/plain', text: said }], calls: [call], results };
}
