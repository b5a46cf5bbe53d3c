import { isRecord, type Value } from '../../model/value.ts';
import { counted, type ImportReport, info, lost, type Noted } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { epochSeconds } from '../../importing/values/event-time.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { elementsAt, entriesAt, fieldAt, findAt, numberAt, placedAt, textAt } from '../../importing/values/where.ts';
import { when } from '../../importing/voice/call-log.ts';
import { readerOf } from '../../importing/voice/read-voice.ts';
import type { RecordedEntry, VoiceEntry, VoiceFormat } from '../../importing/voice/voice-format.ts';
import { voiceNotes } from '../../importing/voice/notes-and-times.ts';
import { noteSystem } from '../../importing/notes.ts';

/** A list of items, or of session events that contain items. `events`: those of a report beside its items. */
interface Found extends Placed {
  readonly kind: 'items' | 'events';
  readonly events?: Placed;
}

const unread = lost('livekit/item', (n) => `${counted(n, 'item')} of an unknown kind left out.`);

/**
 * The chat context of a LiveKit agent: `ChatContext.to_dict()`, or the history or report of a session that contains one.
 * https://github.com/livekit/agents/blob/main/livekit-agents/livekit/agents/llm/chat_context.py
 * The Node library writes the same fields in camelCase, and `args` for the arguments:
 * https://github.com/livekit/agents-js/blob/main/agents/src/llm/chat_context.ts
 */
const livekit: VoiceFormat<Found> = {
  importer: 'livekit',
  title: 'a conversation of LiveKit',
  entries: itemsIn,
  log: {
    kind: kindOf,
    unread,
    // Times are in seconds since 1970; the Node library writes milliseconds.
    time: ({ value, line, place }, { report }) =>
      readInstant(epochSeconds(fieldAt(value, 'created_at') ?? fieldAt(line, 'created_at')), place, report),
    kinds: {
      user: { holds: 'words', by: 'user', text: wordsOf },
      // The text of an interrupted answer is the part that the caller heard.
      agent: { holds: 'words', by: 'agent', text: wordsOf, interrupted: 'interrupted' },
      system: { holds: 'nothing', note: noteSystem },
      developer: { holds: 'nothing', note: noteSystem },
      function_call: { holds: 'calls', id: 'call_id', name: 'name', arguments: ['arguments', 'args'] },
      function_call_output: {
        holds: 'results',
        id: 'call_id',
        name: 'name',
        output: 'output',
        asText: true,
        failure: { field: 'is_error', is: true, otherwise: 'the output is marked as an error' },
      },
      update: {
        holds: 'nothing',
        note: info(
          'livekit/update',
          (n) => `${counted(n, 'message')} of a tool about its progress, before its result: left out.`,
        ),
      },
      agent_handoff: ({ value, at, place }, { log }) => {
        const agent = textAt(value, 'new_agent_id');
        if (agent !== undefined) log.add({ type: 'agent-switched', ...when(at), agent }, place);
      },
      agent_config_update: {
        holds: 'nothing',
        note: info(
          'livekit/config',
          (n) => `${counted(n, 'change')} of an agent’s instructions or tools: not shown as turns.`,
        ),
      },
    },
    otherwise: { holds: 'nothing', note: unread },
  },
  facts: ({ entries, startedAt }) => ({
    started_at: startedAt,
    model: entries.map(({ value }) => textAt(value, 'metrics.llm_metadata.model_name')).find(Boolean),
    tools: [...new Set(entries.flatMap(({ value }) => elementsAt(value, 'tools_added')))].filter(
      (tool) => typeof tool === 'string',
    ),
    recording: { platform: 'livekit' },
  }),
};

/** The kind of a message is its speaker; the kind of any other item is its type. */
function kindOf({ value }: VoiceEntry): string | undefined {
  const type = textAt(value, 'type');
  if (type !== 'message') return type;
  const role = textAt(value, 'role');
  return role === 'user' || role === 'system' || role === 'developer' ? role : 'agent';
}

/** Content is a list of texts and of records. A record is a picture, or sound with a transcript. */
function wordsOf({ value, place }: VoiceEntry, report: ImportReport): string {
  const words = elementsAt(value, 'content').flatMap((part, index) => {
    const spoken = typeof part === 'string' ? part : (textAt(part, 'transcript') ?? textAt(part, 'audio'));
    if (spoken !== undefined) return [spoken];
    withoutWords([...place, 'content', index], report);
    return [];
  });
  return words.join('\n');
}

const withoutWords = lost(
  'livekit/content',
  (n) => `${counted(n, 'picture or sound', 'pictures or sounds')} without words: left out.`,
);

/** A report contains the conversation twice: as its chat context, and as events. */
const repeated = info(
  'livekit/report-events',
  (n) => `${counted(n, 'item')} of the report’s events that its chat history also contains: read from the history.`,
);

/**
 * The items of a chat context, or those inside session events. A report has both: the chat history does not have calls that were
 * stopped by an interruption, and has an empty output for calls that were cancelled.
 * https://github.com/livekit/agents/blob/main/livekit-agents/livekit/agents/voice/report.py
 */
function itemsIn({ kind, events, ...list }: Found, report: ImportReport): readonly RecordedEntry[] {
  const placed = kind === 'events' ? list : events;
  const inEvents = placed === undefined ? [] : entriesAt(placed, '').flatMap((event) => itemsOfEvent(event, report));
  const executed = new Set(inEvents.filter((item) => !isStart(item)).map(keyIn));
  const known = inEvents.filter((item) => !isStart(item) || !executed.has(keyIn(item)));
  if (kind === 'events') return withoutUpdates(known);
  const history = entriesAt(list, '');
  const keys = new Set(history.map(keyIn));
  const added = (type: string) => known.filter((item) => textAt(item.value, 'type') === type && !keys.has(keyIn(item)));
  const [calls, outputs] = [added('function_call'), added('function_call_output')];
  const isAdded = new Set([...calls, ...outputs]);
  for (const item of known) if (!isAdded.has(item)) repeated(item.place, report);
  return withoutUpdates([...inOrder(history, calls), ...outputs]);
}

/** A call and its output have the same id. */
const keyIn = ({ value }: Placed): string => `${textAt(value, 'type')} ${textAt(value, 'call_id')}`;

/** An event reports each call when it starts, and another one if the tool was executed. */
const isStart = ({ value, line }: RecordedEntry): boolean =>
  textAt(value, 'type') === 'function_call' && textAt(line, 'type') === 'tool_execution_updated';

/** The items of a history and more calls between them, by their times. */
function inOrder(history: readonly RecordedEntry[], more: readonly RecordedEntry[]): readonly RecordedEntry[] {
  const time = (item: RecordedEntry | undefined) => numberAt(item?.value, 'created_at') ?? Infinity;
  let next = 0;
  const merged = history.flatMap((item) => {
    const from = next;
    while (next < more.length && time(more[next]) < time(item)) next++;
    return [...more.slice(from, next), item];
  });
  return [...merged, ...more.slice(next)];
}

/**
 * A tool that continues beside the conversation answers its call at once with a message about its progress. Each later message is a
 * call of its own, whose id ends in `_update_1`; the result is one whose id ends in `_final`.
 * https://github.com/livekit/agents/blob/main/livekit-agents/livekit/agents/voice/tool_executor.py
 */
function withoutUpdates(items: readonly RecordedEntry[]): readonly RecordedEntry[] {
  const calls = items.filter(({ value }) => textAt(value, 'type') === 'function_call');
  const ids = new Set(calls.map(({ value }) => textAt(value, 'call_id')));
  const laterIn = (value: Value): readonly [id: string, kind: string] | undefined => {
    const [, id = '', kind = ''] = /^(.+)_(update|final)(?:_\d+)?$/.exec(textAt(value, 'call_id') ?? '') ?? [];
    return id !== '' && ids.has(id) ? [id, kind] : undefined;
  };
  const goOn = new Set([
    ...calls.filter(({ value }) => marks.some((mark) => findAt(value, [['extra', mark]])?.value === true)).map(idOf),
    ...items.flatMap(({ value }) => laterIn(value)?.[0] ?? []),
  ]);
  /** At the end, because a tool may have ended before the event with its call. */
  const finals: RecordedEntry[] = [];
  const others = items.flatMap((item): readonly RecordedEntry[] => {
    const { value } = item;
    const type = textAt(value, 'type');
    const [id, kind] = laterIn(value) ?? [];
    if (type === 'function_call') return id === undefined ? [item] : [];
    if (type !== 'function_call_output' || !isRecord(value)) return [item];
    if (kind === undefined && !goOn.has(idOf(item))) return [item];
    if (kind !== 'final' || id === undefined) return [{ ...item, value: { type: 'update' } }];
    finals.push({ ...item, value: { ...value, call_id: id } });
    return [];
  });
  return [...others, ...finals];
}

const idOf = ({ value }: Placed): string | undefined => textAt(value, 'call_id');

/** The fields of a call whose first output is not its result. */
const marks = ['__livekit_agents_tool_non_blocking', '__lk_running_placeholder__'];

/** The end of a tool that went on, or was cancelled; any other end is also the output of its call. */
function endOfTool({ value, place }: Placed): Placed | undefined {
  if (textAt(value, 'type') !== 'tool_call_ended') return undefined;
  const [id, call_id = '', status] = ['id', 'call_id', 'status'].map((name) => textAt(value, name));
  if (id === call_id && status !== 'cancelled') return undefined;
  const output = textAt(value, 'message') ?? (status === 'cancelled' ? 'the call was cancelled' : '');
  const is_error = status !== 'done';
  return { value: { type: 'function_call_output', call_id: `${call_id}_final`, output, is_error }, place };
}

/**
 * The items inside an event. https://github.com/livekit/agents/blob/main/livekit-agents/livekit/agents/voice/events.py
 *
 * | event | items |
 * | --- | --- |
 * | `conversation_item_added` | its item, a message or a handoff |
 * | `function_tools_executed` | its calls, then their outputs; an output is at the index of its call, or null |
 * | `tool_execution_updated` | the call of a tool that started, the output of one that ended otherwise than its output says |
 * | any other | none |
 */
function itemsOfEvent(event: Placed, report: ImportReport): readonly RecordedEntry[] {
  const { value, place } = event;
  const line = isRecord(value) ? { line: value } : {};
  switch (textAt(value, 'type')) {
    case 'conversation_item_added':
      return [{ value: fieldAt(value, 'item') ?? null, place: [...place, 'item'], ...line }];
    case 'function_tools_executed': {
      const outputs = entriesAt(event, 'function_call_outputs').map((output) => ({ ...output, ...line }));
      return [...entriesAt(event, 'function_calls'), ...outputs].filter((item) => item.value !== null);
    }
    case 'error':
      sessionError(value)(place, report);
      return [];
    case 'metrics_collected':
    case 'session_usage_updated':
      measured(place, report);
      return [];
    case 'tool_execution_updated': {
      const update = placedAt(event, 'update');
      const ended = endOfTool(update);
      if (ended !== undefined) return [{ ...ended, ...line }];
      if (textAt(update.value, 'type') === 'tool_call_started')
        return [{ ...placedAt(update, 'function_call'), ...line }];
      progress(place, report);
      return [];
    }
    default:
      progress(place, report);
      return [];
  }
}

const progress = voiceNotes.progress('livekit/progress', 'event', 'states, speech, guesses of the recogniser');

const measured = lost(
  'livekit/measured',
  (n) => `${counted(n, 'measurement')}, including tokens, that cannot be assigned to a turn: left out.`,
);

function sessionError(event: Value): Noted {
  const words = ['error.message', 'error.label', 'message'].map((name) => textAt(event, name) ?? '').find(Boolean);
  const first = (words ?? 'without words').slice(0, 200);
  return info('livekit/error', (n) => `${counted(n, 'error')} of the session, the first being “${first}”.`);
}

export const open = readerOf(livekit);
