import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SessionEvent } from '../../systems/adk/session-event.ts';
import { responsePart } from '../../importing/adk/adk-outcomes.ts';
import { fieldOf, partsOf, textIn } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { listOf } from './format.ts';

type Add = (event: SessionEvent, place: Path, callPlace?: (part: number) => Path) => void;

/** Usually the expected author is not recorded; the root agent has no name then. */
const byRoot = { type: 'agent_message', author: '', agent_name: null, branch: '' };

/** The library's mark for messages of an agent before its answer. */
const onTheWay = { react_step: true };

const textPart = (text: string): RecordValue => ({ type: 'text', text, metadata: {} });

/** `{user_content, intermediate_data, final_response}`. `seconds`: the time of the invocation, if recorded. */
export function addNewer(
  invocation: RecordValue,
  seconds: Value | undefined,
  place: Path,
  add: Add,
  report: ImportReport,
): void {
  const invocation_id = textIn(invocation, 'invocation_id');
  const common = { invocation_id };
  const asked = [...place, keyOf(invocation, 'user_content')];
  add(
    {
      ...common,
      type: 'user_message',
      author: 'user',
      branch: '',
      ...(seconds !== undefined && { timestamp: seconds }),
      content: { role: 'user', parts: partsOf(fieldOf(invocation, 'user_content'), asked, report) },
    },
    fieldOf(invocation, 'user_content') === undefined ? place : asked,
  );
  const between = fieldOf(invocation, 'intermediate_data');
  if (isRecord(between)) addBetween(between, common, [...place, keyOf(invocation, 'intermediate_data')], add, report);
  const answered = [...place, keyOf(invocation, 'final_response')];
  const parts = partsOf(fieldOf(invocation, 'final_response'), answered, report);
  if (parts.length > 0) add({ ...byRoot, ...common, content: { role: 'model', parts } }, answered);
  else {
    report.note('info', 'adk-evalset/no-answer', place, (n) => `${counted(n, 'invocation')} without an answer.`);
  }
}

function addBetween(between: RecordValue, common: RecordValue, place: Path, add: Add, report: ImportReport): void {
  const events = fieldOf(between, 'invocation_events');
  if (isList(events ?? null)) {
    const key = keyOf(between, 'invocation_events');
    listOf(events ?? null).forEach((event, index) => addEvent(event, common, [...place, key, index], add, report));
    return;
  }
  // An unreadable entry still has a place: the calls are shown at their places in the list.
  const uses = listOf(fieldOf(between, 'tool_uses') ?? null).map((use) => (isRecord(use) ? use : {}));
  const responses = listOf(fieldOf(between, 'tool_responses') ?? null).filter(isRecord);
  const calls = uses.map((use) => callPart(textIn(use, 'id'), textIn(use, 'name'), fieldOf(use, 'args')));
  addCalls(calls, common, [...place, keyOf(between, 'tool_uses')], add, report);
  if (responses.length > 0) {
    const parts = responses.map((one) => responsePart(textIn(one, 'id'), textIn(one, 'name'), one['response']));
    const content = { role: 'user', parts };
    add({ ...byRoot, ...common, type: 'tool_response', content }, [...place, keyOf(between, 'tool_responses')]);
  }
  const key = keyOf(between, 'intermediate_responses');
  listOf(fieldOf(between, 'intermediate_responses') ?? null).forEach((pair, index) => {
    const [author, parts] = listOf(pair);
    const where = [...place, key, index];
    const spoken = partsOf({ parts: parts ?? null }, where, report);
    if (spoken.length > 0) add({ ...by(author, common, spoken), metadata: onTheWay }, where);
  });
}

/** Later releases keep the order of the events between question and answer. */
function addEvent(event: Value, common: RecordValue, place: Path, add: Add, report: ImportReport): void {
  const parts = isRecord(event) ? partsOf(event['content'], [...place, 'content'], report) : [];
  if (!isRecord(event) || parts.length === 0) return;
  const isResponse = parts.some(({ type }) => type === 'tool_response');
  const type = isResponse ? 'tool_response' : 'agent_message';
  add({ ...by(event['author'], common, parts), type, metadata: onTheWay }, place);
}

/** Without a branch, so that each agent has a context of its own. */
function by(author: Value | undefined, common: RecordValue, parts: readonly RecordValue[]): SessionEvent {
  const name = typeof author === 'string' ? author : '';
  const { branch: _branch, ...message } = byRoot;
  return {
    ...message,
    ...common,
    author: name,
    agent_name: name === '' ? null : name,
    content: { role: 'model', parts },
  };
}

const callPart = (id: string, tool_name: string, args: Value | undefined): RecordValue => ({
  type: 'tool_call',
  tool_call_id: id,
  tool_name,
  args: args ?? {},
  metadata: {},
});

function addCalls(
  calls: readonly RecordValue[],
  common: RecordValue,
  place: Path,
  add: Add,
  report: ImportReport,
): void {
  if (calls.length === 0) return;
  add({ ...byRoot, ...common, content: { role: 'model', parts: calls } }, place, (index) => [...place, index]);
  if (calls.length === 1) return;
  report.note('assumed', 'adk-evalset/one-turn', place, (n) => {
    const them = counted(n, 'invocation');
    return `${them} with several expected calls: one model turn asks for all of them, in their order, because the file does not say how many there were.`;
  });
}

/** `{query, expected_tool_use, expected_intermediate_agent_responses, reference}`. */
export function addOlder(invocation: RecordValue, place: Path, add: Add, report: ImportReport): void {
  const parts = [textPart(textIn(invocation, 'query'))];
  add({ type: 'user_message', author: 'user', branch: '', content: { role: 'user', parts } }, place);
  const uses = listOf(fieldOf(invocation, 'expected_tool_use') ?? null).map((use) => (isRecord(use) ? use : {}));
  const calls = uses.map((use) => callPart('', textIn(use, 'tool_name'), fieldOf(use, 'tool_input')));
  addCalls(calls, {}, [...place, 'expected_tool_use'], add, report);
  const answers = uses.flatMap((use, index) => mockedAnswer(use, calls[index]));
  if (answers.length > 0) {
    add({ ...byRoot, type: 'tool_response', content: { parts: answers } }, [...place, 'expected_tool_use']);
  }
  const between = listOf(fieldOf(invocation, 'expected_intermediate_agent_responses') ?? null);
  between.forEach((response, index) => {
    const text = isRecord(response) ? textIn(response, 'text') : '';
    if (!isRecord(response) || text === '') return;
    add({ ...by(response['author'], {}, [textPart(text)]), metadata: onTheWay }, [
      ...place,
      'expected_intermediate_agent_responses',
      index,
    ]);
  });
  const reference = textIn(invocation, 'reference');
  if (reference !== '') {
    add({ ...byRoot, content: { role: 'model', parts: [textPart(reference)] } }, [...place, 'reference']);
  } else {
    report.note('info', 'adk-evalset/no-answer', place, (n) => `${counted(n, 'invocation')} without an answer.`);
  }
}

/** Some files contain the expected result of the tool. */
function mockedAnswer(use: RecordValue, call: RecordValue | undefined): readonly RecordValue[] {
  const output = fieldOf(use, 'mock_tool_output');
  return output === undefined || call === undefined ? [] : [responsePart('', textIn(use, 'tool_name'), output)];
}
