import type { Path } from '../../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { SessionEvent } from '../../systems/adk/session-event.ts';
import { responsePart } from '../../importing/adk/adk-outcomes.ts';
import { fieldOf, partsOf, textIn } from '../../importing/messages/gemini-content.ts';
import { findAt, hasListAt, placeAt, elementsAt, textAt, entriesAt } from '../../importing/values/where.ts';
import { counted, type ImportReport, info } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/elements.ts';

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
  const common = { invocation_id: textIn(invocation, 'invocation_id') };
  const asked = placeAt(invocation, place, 'user_content');
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
  const between = fieldOf(invocation, 'intermediate_data') ?? null;
  addBetween({ value: between, place: placeAt(invocation, place, 'intermediate_data') }, common, add, report);
  const answered = placeAt(invocation, place, 'final_response');
  const parts = partsOf(fieldOf(invocation, 'final_response'), answered, report);
  if (parts.length > 0) add({ ...byRoot, ...common, content: { role: 'model', parts } }, answered);
  else noteNoAnswer(place, report);
}

const noteNoAnswer = info('adk-evalset/no-answer', (n) => `${counted(n, 'invocation')} without an answer.`);

function addBetween(between: Placed, common: RecordValue, add: Add, report: ImportReport): void {
  const { value, place } = between;
  if (hasListAt(value, 'invocation_events')) {
    for (const event of entriesAt(between, 'invocation_events')) addEvent(event, common, add, report);
    return;
  }
  // An unreadable entry still has a place: the calls are shown at their places in the list.
  const uses = elementsAt(value, 'tool_uses').map((use) => (isRecord(use) ? use : {}));
  const calls = uses.map((use) => callPart(textIn(use, 'id'), textIn(use, 'name'), fieldOf(use, 'args')));
  addCalls(calls, common, placeAt(value, place, 'tool_uses'), add, report);
  const responses = elementsAt(value, 'tool_responses').filter(isRecord);
  if (responses.length > 0) {
    const parts = responses.map((one) => responsePart(textIn(one, 'id'), textIn(one, 'name'), one['response']));
    const content = { role: 'user', parts };
    add({ ...byRoot, ...common, type: 'tool_response', content }, placeAt(value, place, 'tool_responses'));
  }
  for (const { value: pair, place: where } of entriesAt(between, 'intermediate_responses')) {
    const [author, parts = null] = isList(pair) ? [...pair] : [];
    const spoken = partsOf({ parts }, where, report);
    if (spoken.length > 0) add({ ...by(author, common, spoken), metadata: onTheWay }, where);
  }
}

/** Later releases keep the order of the events between question and answer. */
function addEvent({ value: event, place }: Placed, common: RecordValue, add: Add, report: ImportReport): void {
  const parts = isRecord(event) ? partsOf(event['content'], [...place, 'content'], report) : [];
  if (!isRecord(event) || parts.length === 0) return;
  const isResponse = parts.some(({ type }) => type === 'tool_response');
  const type = isResponse ? 'tool_response' : 'agent_message';
  add({ ...by(event['author'], common, parts), type, metadata: onTheWay }, place);
}

/** Without a branch, so that each agent has a context of its own. */
function by(author: Value | undefined, common: RecordValue, parts: readonly RecordValue[]): SessionEvent {
  const name = typeof author === 'string' ? author : '';
  const agent_name = name === '' ? null : name;
  return { type: 'agent_message', ...common, author: name, agent_name, content: { role: 'model', parts } };
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
  const uses = elementsAt(invocation, 'expected_tool_use').map((use) => (isRecord(use) ? use : {}));
  const calls = uses.map((use) => callPart('', textIn(use, 'tool_name'), fieldOf(use, 'tool_input')));
  addCalls(calls, {}, [...place, 'expected_tool_use'], add, report);
  const answers = uses.flatMap((use, index) => mockedAnswer(use, calls[index]));
  if (answers.length > 0) {
    add({ ...byRoot, type: 'tool_response', content: { parts: answers } }, [...place, 'expected_tool_use']);
  }
  for (const response of entriesAt({ value: invocation, place }, 'expected_intermediate_agent_responses')) {
    const text = textAt(response.value, 'text') ?? '';
    const author = findAt(response.value, 'author')?.value;
    if (text !== '') add({ ...by(author, {}, [textPart(text)]), metadata: onTheWay }, response.place);
  }
  const reference = textIn(invocation, 'reference');
  const content = { role: 'model', parts: [textPart(reference)] };
  if (reference !== '') add({ ...byRoot, content }, [...place, 'reference']);
  else noteNoAnswer(place, report);
}

/** Some files contain the expected result of the tool. */
function mockedAnswer(use: RecordValue, call: RecordValue | undefined): readonly RecordValue[] {
  const output = fieldOf(use, 'mock_tool_output');
  return output === undefined || call === undefined ? [] : [responsePart('', textIn(use, 'tool_name'), output)];
}
