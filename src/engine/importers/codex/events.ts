import type { Path } from '../../model/path.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { countAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { addText, answersInPieces } from '../../importing/journal/answers-in-pieces.ts';
import type { Meanings, TimedRecord } from '../../importing/journal/journal.ts';
import { noteReasoning } from '../../importing/notes.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { cachedTokens } from '../../importing/messages/anthropic-blocks.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';
import { present } from '../../importing/values/present.ts';
import { notes, resultOfEvent } from './outcomes.ts';

export interface EventMeanings extends Pick<Meanings, 'kinds'> {
  /** Reads an event with the tokens so far. */
  spend(record: TimedRecord): void;
  /** Adds the answer that is being gathered. */
  close(): void;
}

/**
 * What a file’s events add to its items. If the file has no items, the whole session is read from its events. `itemCalls`: ids
 * of calls that items record. `endItems` adds the answer that is being gathered from items.
 */
export function describeEvents(
  hasItems: boolean,
  itemCalls: ReadonlySet<string>,
  endItems: (place: Path) => void,
  matcher: CallMatcher,
  report: ImportReport,
): EventMeanings {
  const answers = answersInPieces(({ parts: message, calls, at, place, alsoAt }) =>
    matcher.addModelTurn(
      { message, otherwise: calls.length === 0 ? '[reasoning]' : undefined, tokens: undefined, at, place, alsoAt },
      calls,
    ),
  );
  let latestSum: string | undefined;
  /** The ids of the calls that ended. */
  const over = new Set<string>();
  const ended =
    (calledBy: CalledBy) =>
    ({ value, at, place }: TimedRecord) => {
      const id = textAt(value, 'call_id');
      // The user's commands are in the user's message.
      const isKnown = value['source'] === 'user_shell' || (id !== undefined && (itemCalls.has(id) || over.has(id)));
      if (isKnown) return notes.repeated(place, report);
      if (id !== undefined) over.add(id);
      answers.close();
      const result = { ...resultOfEvent(value), at };
      const call = { id, ...calledBy(value), place };
      if (hasItems) {
        endItems(place);
        matcher.addCall({ ...call, result });
      } else matcher.addResult(call, result);
    };
  const begun =
    (calledBy: CalledBy) =>
    ({ value, at, place }: TimedRecord) => {
      answers.at(place, at).calls.push({ id: textAt(value, 'call_id'), ...calledBy(value), place });
    };
  /** The user’s next request starts another answer, even if the log does not record the request. */
  const boundary = ({ place }: TimedRecord) => {
    answers.close();
    notes.repeated(place, report);
  };
  const failure = ({ value, place }: TimedRecord) => {
    if (!hasItems) answers.close();
    const words = (textAt(value, 'message') ?? '').slice(0, 200);
    report.note('info', 'codex/error', place, (n) => {
      return `${n === 1 ? 'An error' : `${n} errors`} of the program or of the service, the first “${words}”.`;
    });
  };
  const alone: Meanings['kinds'] = {
    'event user_message'({ value, at, place }) {
      answers.close();
      const text = textAt(value, 'message');
      if (text !== undefined) matcher.addInput({ message: [{ mimeType: 'text/plain', text }], at, place });
    },
    'event agent_message'({ value, at, place }) {
      const text = textAt(value, 'message');
      if ((answers.open()?.calls.length ?? 0) > 0) answers.close();
      if (text !== undefined) addText(text, place, answers.at(place, at));
    },
    'event agent_reasoning'({ value, at, place }) {
      if ((textAt(value, 'text') ?? '') === '') return;
      answers.at(place, at);
      noteReasoning(place, report);
    },
    'event exec_command_begin': begun(command),
    'event patch_apply_begin': begun(patch),
    'event mcp_tool_call_begin': begun(mcpTool),
    'event web_search_begin': begun(search),
    'event web_search_end': ended(search),
    begin({ place }) {
      answers.close();
      notes.surroundings(place, report);
    },
    reasoning: ({ place }) => noteReasoning(place, report),
    failure,
    'event session_configured': boundary,
    'event task_started': boundary,
    'event task_complete': boundary,
    'event turn_started': boundary,
    'event turn_complete': boundary,
  };
  return {
    close: () => answers.close(),
    spend({ value, place }) {
      answers.close();
      const total = tokensAt(value, 'info.total_token_usage');
      // Codex repeats the counts with new limits of the account.
      const sum = JSON.stringify(total);
      if (total !== undefined && sum === latestSum) return notes.repeated(place, report);
      latestSum = sum;
      // Older events have no `info`: the token counts of one answer are at the top level, beside `type`.
      const last = tokensAt(value, recordAt(value, 'info') === undefined ? '' : 'info.last_token_usage');
      if (last !== undefined && !matcher.addTokens(last)) notes.tokens(place, report);
      if (total === undefined) return;
      notes.sums(place, report);
      matcher.addTotals(total, place);
    },
    kinds: {
      'event exec_command_end': ended(command),
      'event patch_apply_end': ended(patch),
      'event mcp_tool_call_end': ended(mcpTool),
      'event turn_aborted': notes.aborted,
      'event error': failure,
      'event stream_error': failure,
      'event collab_agent_spawn_end': notes.delegated,
      'event sub_agent_activity': notes.delegated,
      ...(hasItems ? {} : alone),
    },
  };
}

type CalledBy = (event: RecordValue) => { readonly name: string; readonly input: Value | undefined };

const command: CalledBy = (event) => ({ name: 'shell', input: present({ command: event['command'] }) });
const patch: CalledBy = ({ changes }) => ({ name: 'apply_patch', input: present({ changes }) });
const search: CalledBy = ({ query }) => ({ name: 'web_search', input: present({ query }) });
const mcpTool: CalledBy = (event) => ({
  name: textAt(event, 'invocation.tool') ?? 'mcp',
  input: valueAt(event, ['invocation', 'arguments']),
});

const tokensAt = (event: RecordValue, where: string) => {
  const usage = where === '' ? event : recordAt(event, where);
  return recordedTokens(countAt(usage, 'input_tokens'), countAt(usage, 'output_tokens'), cachedTokens(usage));
};
