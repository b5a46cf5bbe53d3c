import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { countAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { addText, answersInPieces } from '../../importing/journal/answers-in-pieces.ts';
import { addNote, type Meanings, type TimedRecord } from '../../importing/journal/journal.ts';
import { noteReasoning } from '../../importing/notes.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';
import { notes, resultOfEvent } from './outcomes.ts';

export interface EventMeanings extends Pick<Meanings, 'kinds'> {
  /** Reads an event with the tokens so far. */
  spend(record: TimedRecord): void;
  /** Adds the answer that is being gathered. */
  close(): void;
}

/**
 * What a file’s events add to its items. If the file has no items, the whole session is read from its events. `itemCalls`: ids
 * of calls that items record.
 */
export function describeEvents(
  hasItems: boolean,
  itemCalls: ReadonlySet<string>,
  matcher: CallMatcher,
  report: ImportReport,
): EventMeanings {
  const answers = answersInPieces(({ parts: message, calls, at, place, alsoAt }) =>
    matcher.addModelTurn(
      { message, otherwise: calls.length === 0 ? '[reasoning]' : undefined, tokens: undefined, at, place, alsoAt },
      calls,
    ),
  );
  const ended =
    (nameOf: (event: RecordValue) => string, inputOf: (event: RecordValue) => Value | undefined) =>
    ({ value, at, place }: TimedRecord) => {
      const id = textAt(value, 'call_id');
      if (id !== undefined && itemCalls.has(id)) return addNote(notes.repeated, place, report);
      answers.close();
      const [name, result] = [nameOf(value), { ...resultOfEvent(value), at }];
      if (hasItems) matcher.addCall({ id, name, input: inputOf(value), place, result });
      else matcher.addResult({ id, name, place }, result);
    };
  const begun =
    (nameOf: (event: RecordValue) => string, inputOf: (event: RecordValue) => Value | undefined) =>
    ({ value, at, place }: TimedRecord) => {
      const id = textAt(value, 'call_id');
      answers.at(place, at).calls.push({ id, name: nameOf(value), input: inputOf(value), place });
    };
  const mcpName = (event: RecordValue) => textAt(event, 'invocation.tool') ?? 'mcp';
  const mcpInput = (event: RecordValue) => valueAt(event, ['invocation', 'arguments']);
  /** The user’s next request starts another answer, even if the log does not record the request. */
  const boundary = ({ place }: TimedRecord) => {
    answers.close();
    addNote(notes.repeated, place, report);
  };
  const alone: Meanings['kinds'] = {
    'event user_message'({ value, at, place }) {
      answers.close();
      const text = textAt(value, 'message');
      if (text !== undefined) matcher.addInput({ message: [{ mimeType: 'text/plain', text }], at, place });
    },
    'event agent_message'({ value, at, place }) {
      const text = textAt(value, 'message');
      if (text !== undefined) addText(text, place, answers.at(place, at));
    },
    'event agent_reasoning'({ value, at, place }) {
      if ((textAt(value, 'text') ?? '') === '') return;
      answers.at(place, at);
      noteReasoning(place, report);
    },
    'event exec_command_begin': begun(
      () => 'shell',
      ({ command }) => ({ command: command ?? null }),
    ),
    'event patch_apply_begin': begun(
      () => 'apply_patch',
      ({ changes }) => ({ changes: changes ?? null }),
    ),
    'event mcp_tool_call_begin': begun(mcpName, mcpInput),
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
      // Older events have the numbers of one answer beside their type.
      const last = tokensAt(value, recordAt(value, 'info') === undefined ? '' : 'info.last_token_usage');
      if (last !== undefined && !matcher.addTokens(last)) addNote(notes.tokens, place, report);
      if (total === undefined) return;
      addNote(notes.sums, place, report);
      matcher.addTotals(total, place);
    },
    kinds: {
      'event exec_command_end': ended(
        () => 'shell',
        ({ command }) => (command === undefined ? {} : { command }),
      ),
      'event patch_apply_end': ended(
        () => 'apply_patch',
        ({ changes }) => (changes === undefined ? {} : { changes }),
      ),
      'event mcp_tool_call_end': ended(mcpName, mcpInput),
      'event turn_aborted': notes.aborted,
      'event collab_agent_spawn_end': notes.delegated,
      'event sub_agent_activity': notes.delegated,
      ...(hasItems ? {} : alone),
    },
  };
}

const tokensAt = (event: RecordValue, where: string) => {
  const usage = where === '' ? event : recordAt(event, where);
  return recordedTokens(countAt(usage, 'input_tokens'), countAt(usage, 'output_tokens'));
};
