import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { Event } from './format.ts';
import { noteCodex } from './notes.ts';
import { resultOfEvent } from './outcomes.ts';
import type { SpendingMatcher } from './spending.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { tokensTold } from '../../importing/transcript/transcript.ts';

/** Reads what a file’s events add to its items. If the file has no items, it reads the whole session from the events. */
export interface EventReader {
  read(body: RecordValue, at: string | undefined, place: Path): void;
  end(): void;
}

interface Draft {
  readonly texts: string[];
  readonly calls: RequestedCall[];
  readonly at: string | undefined;
  readonly place: Path;
  /** The places of the further texts. */
  readonly alsoAt: Path[];
}

/** `itemCalls`: ids of calls that items record. */
export function createEventReader(
  hasItems: boolean,
  itemCalls: ReadonlySet<string>,
  matcher: SpendingMatcher,
  report: ImportReport,
): EventReader {
  let draft: Draft | undefined;
  const close = () => {
    if (draft === undefined) return;
    const { texts, calls, at, place, alsoAt } = draft;
    const message = texts.map((text) => ({ mimeType: 'text/plain', text }));
    matcher.addModelTurn(
      { message, otherwise: calls.length === 0 ? '[reasoning]' : undefined, tokens: undefined, at, place, alsoAt },
      calls,
    );
    draft = undefined;
  };
  const current = (at: string | undefined, place: Path) => (draft ??= { texts: [], calls: [], at, place, alsoAt: [] });
  const ends = (event: Event, name: string, input: Value | undefined, at: string | undefined, place: Path) => {
    const { call_id: id } = event;
    if (id !== undefined && itemCalls.has(id)) return noteCodex('repeated', place, report);
    close();
    const result = { ...resultOfEvent(event), at };
    if (hasItems) matcher.addCall({ id, name, input, place, result });
    else matcher.addResult({ id, name, place }, result);
  };
  const spend = (event: Event, place: Path) => {
    close();
    const total = tokensOf(event.info?.total_token_usage);
    const last = event.info === undefined ? tokensOf(event) : tokensOf(event.info.last_token_usage);
    if (last !== undefined && !matcher.spent(last)) noteCodex('tokens', place, report);
    if (total === undefined) return;
    noteCodex('sums', place, report);
    matcher.addTotals(total, place);
  };
  const readAlone = (event: Event, at: string | undefined, place: Path) => {
    const { type, text = '', command, changes, call_id: id, invocation } = event;
    const message = typeof event.message === 'string' ? event.message : undefined;
    switch (type) {
      case 'user_message':
        close();
        if (message !== undefined)
          matcher.addInput({ message: [{ mimeType: 'text/plain', text: message }], at, place });
        return;
      case 'agent_message':
        if (message !== undefined) {
          const answer = current(at, place);
          answer.texts.push(message);
          if (answer.place !== place) answer.alsoAt.push(place);
        }
        return;
      case 'agent_reasoning':
        if (text === '') return;
        current(at, place);
        return noteReasoning(place, report);
      case 'exec_command_begin':
        current(at, place).calls.push({ id, name: 'shell', input: { command: command ?? null }, place });
        return;
      case 'patch_apply_begin':
        current(at, place).calls.push({ id, name: 'apply_patch', input: { changes: changes ?? null }, place });
        return;
      case 'mcp_tool_call_begin':
        current(at, place).calls.push({ id, name: invocation?.tool ?? 'mcp', input: invocation?.arguments, place });
        return;
      // The user’s next request starts another answer, even if the log does not record the request.
      case 'session_configured':
      case 'task_started':
      case 'task_complete':
      case 'turn_started':
      case 'turn_complete':
        close();
        return noteCodex('repeated', place, report);
      default:
        return noteCodex('repeated', place, report);
    }
  };
  return {
    read(body, at, place) {
      const parsed = v.safeParse(Event, body);
      if (!parsed.success) return noteCodex('line', place, report);
      const event = parsed.output;
      switch (event.type) {
        case 'token_count':
          return spend(event, place);
        case 'exec_command_end':
          return ends(event, 'shell', optionalField('command', event.command), at, place);
        case 'patch_apply_end':
          return ends(event, 'apply_patch', optionalField('changes', event.changes), at, place);
        case 'mcp_tool_call_end':
          return ends(event, event.invocation?.tool ?? 'mcp', event.invocation?.arguments, at, place);
        case 'turn_aborted':
          return noteCodex('aborted', place, report);
        case 'collab_agent_spawn_end':
        case 'sub_agent_activity':
          return noteCodex('delegated', place, report);
        default:
          return hasItems ? noteCodex('repeated', place, report) : readAlone(event, at, place);
      }
    },
    end: close,
  };
}

const optionalField = (key: string, value: Value | undefined): RecordValue =>
  value === undefined ? {} : { [key]: value };

function tokensOf(usage: { input_tokens?: number | undefined; output_tokens?: number | undefined } | undefined) {
  return tokensTold(usage?.input_tokens, usage?.output_tokens);
}

/** Events that end a command or a patch, by the call's id. */
export function endsByCall(bodies: readonly RecordValue[]): ReadonlyMap<string, Event> {
  const ends = new Map<string, Event>();
  for (const body of bodies) {
    const type = entry(body, 'type');
    if (type !== 'exec_command_end' && type !== 'patch_apply_end') continue;
    const parsed = v.safeParse(Event, body);
    if (parsed.success && parsed.output.call_id !== undefined) ends.set(parsed.output.call_id, parsed.output);
  }
  return ends;
}

export const callIdsIn = (bodies: readonly RecordValue[]): ReadonlySet<string> =>
  new Set(
    bodies.map((body) => (isRecord(body) ? entry(body, 'call_id') : undefined)).filter((id) => typeof id === 'string'),
  );
