import type { Path } from '../../model/path.ts';
import { outcomeOf, type MessageResult } from '../../importing/messages/any-message-parts.ts';
import { actionIn } from '../../importing/messages/calls-in-text.ts';
import { textOf } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';

/** CrewAI appends this label and the result to an action when it is done. */
const observed = '\nObservation:';

/**
 * Reads an answer of an agent whose model has no function calls: the model writes the call as text, and CrewAI appends the
 * result.
 * https://github.com/crewAIInc/crewAI/blob/main/lib/crewai/src/crewai/utilities/agent_utils.py
 */
export function withAction(message: NormalizedMessage, place: Path, report: ImportReport): NormalizedMessage {
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
