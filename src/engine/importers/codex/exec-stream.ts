import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { JournalRecord } from '../../importing/journal/journal.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { present } from '../../importing/values/present.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

/** The events of a rollout that begin and end the work of an item, which newer rollouts write themselves. */
const eventsOf: ReadonlyMap<string, string> = new Map([
  ['command_execution', 'exec_command'],
  ['file_change', 'patch_apply'],
  ['mcp_tool_call', 'mcp_tool_call'],
  ['collab_tool_call', 'mcp_tool_call'],
  ['web_search', 'web_search'],
]);

/** In a rollout, items are named in the style of classes: `CommandExecution`. */
const eventOf = (type: string): string | undefined => eventsOf.get(type.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase());

/** A completed item of a rollout as the event that older rollouts write in its place. */
export function eventOfItem(written: JournalRecord): JournalRecord {
  const item = written.kind === 'event item_completed' ? recordAt(written.value, 'item') : undefined;
  const [type = '', id] = [textAt(item, 'type'), textAt(item, 'id')];
  const name = eventOf(type);
  if (item === undefined || id === undefined) return written;
  if (name === undefined) return { ...written, kind: `event ${type}` };
  return { ...written, kind: `event ${name}_end`, value: asEvent(item, id), place: [...written.place, 'item'] };
}

function asEvent(item: RecordValue, id: string): RecordValue {
  const { tool = null, prompt, agents_states: result } = item;
  // Only a message to other agents has a prompt.
  const asked = fieldAt(item, 'arguments') ?? (prompt === undefined ? null : { prompt });
  return {
    ...item,
    ...present({ result: item['result'] ?? result }),
    call_id: id,
    invocation: { tool, arguments: asked },
  };
}

/** The output of `codex exec --json` as events of a rollout. An item that never began begins with its end. */
export function execRecords(value: Value): readonly JournalRecord[] {
  const begun = new Set<string>();
  return elementsOf(value).flatMap((line, index) => {
    const place = [index];
    const body = isRecord(line) ? line : {};
    const type = textAt(body, 'type') ?? '';
    const words = textAt(body, ['error.message', 'message']) ?? '';
    switch (type) {
      case 'thread.started':
        return [record('begin', body, place), record('meta', body, place)];
      case 'turn.started':
        return [record('begin', body, place)];
      case 'turn.completed':
        return [record('event token_count', { info: { total_token_usage: body['usage'] ?? null } }, place)];
      case 'turn.failed':
      case 'error':
        return [record('failure', { message: words }, place)];
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return itemRecords(recordAt(body, 'item') ?? {}, type === 'item.completed', [...place, 'item'], begun);
      default:
        return [record(type, body, place)];
    }
  });
}

const record = (kind: string, value: RecordValue, place: Path): JournalRecord => ({ kind, value, place });

function itemRecords(item: RecordValue, isOver: boolean, place: Path, begun: Set<string>): readonly JournalRecord[] {
  const [id, type] = [textAt(item, 'id'), textAt(item, 'type')];
  if (id === undefined || type === undefined) return [record('', item, place)];
  switch (type) {
    case 'agent_message':
      return [record(isOver ? 'event agent_message' : 'event', { message: textAt(item, 'text') ?? '' }, place)];
    case 'reasoning':
      return isOver ? [record('reasoning', item, place)] : [];
    case 'error':
      return [record('failure', item, place)];
    default:
  }
  const name = eventOf(type);
  if (name === undefined) return [record(type, item, place)];
  const event = asEvent(item, id);
  const hasBegun = begun.has(id);
  begun.add(id);
  return [
    ...(hasBegun ? [] : [record(`event ${name}_begin`, event, place)]),
    ...(isOver ? [record(`event ${name}_end`, event, place)] : []),
  ];
}
