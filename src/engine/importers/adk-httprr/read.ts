import { err, ok } from '../../../base/result.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { modelCallsIn, type ModelCall } from './format.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { partsOf as sessionParts, type SessionEvent } from '../../systems/adk/session-event.ts';
import { createAdkLog, type AdkLog } from '../../importing/adk/adk-log.ts';
import { partsOf, rawPartsOf, textIn, wordsOf } from '../../importing/messages/gemini-content.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { answerOf } from './answer.ts';
import { findAt, elementsAt } from '../../importing/values/where.ts';
import { noteSystem } from '../../importing/notes.ts';

export const read: Read = ({ value }) => {
  const calls = modelCallsIn(value);
  if (!calls.some((call) => call !== undefined)) {
    return err({
      code: 'import/malformed',
      message: 'This is recorded HTTP, but no exchange in it is a call of a Gemini model (a request with “contents”).',
    });
  }
  return ok({ sessions: [{ title: titleOf(calls), system: 'adk', open: () => ok(toSession(calls)) }] });
};

type Calls = readonly (ModelCall | undefined)[];

function titleOf(calls: Calls): string {
  const first = calls.find((call) => call !== undefined);
  const contents = first === undefined ? [] : elementsAt(first.request, 'contents');
  for (const content of contents.slice(0, 20)) {
    const text = wordsOf(content);
    if (text.trim() !== '') return shortTitle(text);
  }
  return first?.agent === undefined || first.agent === '' ? 'recorded model calls' : `model calls of ${first.agent}`;
}

/**
 * Every request repeats the whole conversation of its agent. The messages beyond that agent's previous request and answer
 * are the ones that were added in between.
 */
function toSession(calls: Calls): ReadSession {
  const report = createImportReport();
  const log = createAdkLog(report);
  const reading = new Reading(log, report);
  calls.forEach((call, index) => {
    if (call !== undefined) return reading.call(call);
    report.note(
      'info',
      'adk-httprr/other',
      [index],
      (n) => `${counted(n, 'exchange')} that is no call of a model: left out.`,
    );
  });
  report.note('info', 'adk-httprr/model-side', null, () => {
    return 'The recording holds what went to the model and back: no session, no state, and a tool’s time is unknown.';
  });
  const { events, sources } = log.finish();
  const header = { title: titleOf(calls), importer: 'adk-httprr' };
  return { session: { system: 'adk', header, events, notes: report.notes() }, sources };
}

/** The length of an agent's conversation after its last request and the answer to it. */
interface Thread {
  readonly opening: string;
  readonly known: number;
}

class Reading {
  readonly #log: AdkLog;
  readonly #report: ImportReport;
  readonly #threads = new Map<string, Thread>();
  /** Instructions and functions that a note already reported. */
  readonly #noted = new Set<string>();
  /** The branch of each agent: the branch of its caller, and its own name. */
  readonly #branches = new Map<string, string>();
  /** Tools that each agent has called, by name: an agent of that name works for the caller. */
  readonly #callers = new Map<string, string>();

  constructor(log: AdkLog, report: ImportReport) {
    this.#log = log;
    this.#report = report;
  }

  call(call: ModelCall): void {
    const { agent, index } = call;
    noteSurroundings(call, this.#noted, this.#report);
    const branch = this.#branchOf(agent);
    const contents = elementsAt(call.request, 'contents');
    const thread = this.#threads.get(agent);
    // Distinguishes two conversations of one agent.
    const opening = wordsOf(contents[0], '\n');
    const goesOn = thread !== undefined && thread.opening === opening && contents.length >= thread.known;
    contents.slice(goesOn ? thread.known : 0).forEach((content, offset) => {
      const at = offset + (goesOn ? thread.known : 0);
      this.#content(content, [index, 'request', 'body', 'contents', at], agent, branch, at === 0);
    });
    const spoken = answerOf(call, [index, 'response'], this.#report);
    // An error is not part of the conversation: the same request may follow again.
    const isSaid = spoken !== undefined && partsIn(spoken['content']).length > 0;
    this.#threads.set(agent, { opening, known: contents.length + (isSaid ? 1 : 0) });
    if (spoken === undefined) return;
    const event: SessionEvent = { ...spoken, author: agent, agent_name: agent, branch };
    this.#log.add(event, [index, 'response', 'body']);
    this.#calledIn(event['content'], agent);
  }

  /** The first agent is the root; an agent that was called as a tool is below its caller. */
  #branchOf(agent: string): string {
    const known = this.#branches.get(agent);
    if (known !== undefined) return known;
    const caller = this.#callers.get(agent);
    const above = caller === undefined ? '' : (this.#branches.get(caller) ?? '');
    const branch = caller === undefined ? '' : above === '' ? agent : `${above}.${agent}`;
    this.#branches.set(agent, branch);
    return branch;
  }

  #calledIn(content: Value | undefined, agent: string): void {
    for (const part of partsIn(content)) {
      if (part['type'] === 'tool_call') this.#callers.set(textIn(part, 'tool_name'), agent);
    }
  }

  #content(content: Value, place: Path, agent: string, branch: string, isFirst: boolean): void {
    const parts = partsOf(content, place, this.#report);
    if (parts.length === 0) return;
    const role = isRecord(content) ? textIn(content, 'role') : '';
    const common = { branch, content: { role, parts } };
    const byAgent = { ...common, author: agent, agent_name: agent };
    if (parts.some(({ type }) => type === 'tool_response')) {
      this.#log.add({ ...byAgent, type: 'tool_response' }, place);
    } else if (role === 'model') {
      this.#noteEarlier(place);
      this.#log.add({ ...byAgent, type: 'agent_message' }, place);
      this.#calledIn(common.content, agent);
    } else if (branch !== '' && isFirst) this.#log.add({ ...byAgent, type: 'agent_start' }, place);
    else if (isOfOthers(parts)) this.#noteOthers(place);
    else this.#log.add({ ...common, type: 'user_message', author: 'user', agent_name: null }, place);
  }

  #noteEarlier(place: Path): void {
    this.#report.note('assumed', 'adk-httprr/earlier', place, (n) => {
      return `${counted(n, 'answer')} in a request whose own exchange is not in the recording: a model turn without tokens and time.`;
    });
  }

  #noteOthers(place: Path): void {
    this.#report.note('info', 'adk-httprr/retold', place, (n) => {
      return `${counted(n, 'message')} in which the kit retells what another agent did: not shown as turns.`;
    });
  }
}

const partsIn = (content: Value | undefined): readonly RecordValue[] => sessionParts({ content: content ?? null });

/** The kit repeats messages of other agents in the user's name, after these words. */
const isOfOthers = ([first]: readonly RecordValue[]): boolean => first?.['text'] === 'For context:';

/**
 * Notes the parts of a request beside the conversation: the instructions, and the functions that the model may call.
 * Every request of an agent repeats them, so each is noted once. `noted` keeps them from call to call.
 */
function noteSurroundings({ agent, index, request }: ModelCall, noted: Set<string>, report: ImportReport): void {
  const isNew = (what: string): boolean => {
    const key = JSON.stringify([agent, what]);
    const isFirst = !noted.has(key);
    noted.add(key);
    return isFirst;
  };
  const body = [index, 'request', 'body'];
  const instructions = findAt(request, 'system_instruction');
  if (rawPartsOf(instructions?.value).length > 0 && isNew(wordsOf(instructions?.value, '\n')))
    noteSystem([...body, ...(instructions?.path ?? [])], report);
  const functions = elementsAt(request, 'tools').flatMap((tool) => elementsAt(tool, 'function_declarations'));
  for (const one of functions.filter(isRecord)) {
    if (!isNew(`function ${textIn(one, 'name')}`)) continue;
    report.note(
      'info',
      'adk-httprr/offered',
      [...body, 'tools'],
      (n) => `${counted(n, 'function')} offered to the model, with what they do: no turn, so left out.`,
    );
  }
}
