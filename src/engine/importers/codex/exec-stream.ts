import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { JournalRecord } from '../../importing/journal/journal.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fieldAt, recordAt, textAt } from '../../importing/values/where.ts';

/** The events of a rollout that begin and end the work of an item. */
const eventsOf: { readonly [type: string]: string } = {
  command_execution: 'exec_command',
  file_change: 'patch_apply',
  mcp_tool_call: 'mcp_tool_call',
  web_search: 'web_search',
};

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
        return [record('', body, place)];
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
  const name = Object.hasOwn(eventsOf, type) ? eventsOf[type] : undefined;
  if (name === undefined) return [record('surroundings', item, place)];
  const invocation = { tool: item['tool'] ?? null, arguments: fieldAt(item, 'arguments') ?? null };
  const event = { ...item, call_id: id, invocation };
  const hasBegun = begun.has(id);
  begun.add(id);
  return [
    ...(hasBegun ? [] : [record(`event ${name}_begin`, event, place)]),
    ...(isOver ? [record(`event ${name}_end`, event, place)] : []),
  ];
}
