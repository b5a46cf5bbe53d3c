import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { partsOf as sessionParts, type SessionEvent } from '../../systems/adk/session-event.ts';
import { createAdkLog, type AdkLog } from '../../importing/adk/adk-log.ts';
import { partsOf, rawPartsOf, textIn } from '../../importing/messages/gemini-content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { answerOf } from './answer.ts';
import { contentPlace, contentsOf, type ModelCall } from './format.ts';
import { noteSurroundings } from './surroundings.ts';

type Calls = readonly (ModelCall | undefined)[];

export function titleOf(calls: Calls): string {
  const first = calls.find((call) => call !== undefined);
  const contents = first === undefined ? [] : contentsOf(first.request);
  for (const content of contents.slice(0, 20)) {
    const text = rawPartsOf(content)
      .map((part) => textIn(part, 'text'))
      .join(' ');
    if (text.trim() !== '') return shortTitle(text);
  }
  return first?.agent === undefined || first.agent === '' ? 'recorded model calls' : `model calls of ${first.agent}`;
}

/**
 * Every request repeats the whole conversation of its agent. The messages beyond that agent's previous request and answer
 * are the ones that were added in between.
 */
export function toSession(calls: Calls): ReadSession {
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
    const contents = contentsOf(call.request);
    const thread = this.#threads.get(agent);
    const opening = openingOf(contents[0]);
    const goesOn = thread !== undefined && thread.opening === opening && contents.length >= thread.known;
    contents.slice(goesOn ? thread.known : 0).forEach((content, offset) => {
      const at = offset + (goesOn ? thread.known : 0);
      this.#content(content, contentPlace(index, at), agent, branch, at === 0);
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
      return `${counted(n, 'message')} in which the kit retells what another agent did: no turn.`;
    });
  }
}

const partsIn = (content: Value | undefined): readonly RecordValue[] => sessionParts({ content: content ?? null });

/** The kit repeats messages of other agents in the user's name, after these words. */
const isOfOthers = ([first]: readonly RecordValue[]): boolean => first?.['text'] === 'For context:';

/** Distinguishes two conversations of one agent. */
function openingOf(content: Value | undefined): string {
  return rawPartsOf(content)
    .map((part) => textIn(part, 'text'))
    .join('\n');
}
