import { openJson } from '../../model/json-text.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { counted, info, notesOf } from '../../importing/import-report.ts';
import { paramsOf, when, type RecordedToolEnd } from '../../importing/voice/call-log.ts';
import { present } from '../../importing/values/present.ts';
import { elementsAt, fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import type { TimedEntry, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { millisecondsIn } from '../../importing/voice/notes-and-times.ts';

/**
 * `audit_log.json` of EVA: the agent's side of the call, with every model call and every tool. `transcript` contains the
 * events, and `llm_prompts` an entry for each model call in them. https://github.com/ServiceNow/eva
 */
export const auditLog: VoiceFormat = {
  importer: 'eva-call',
  title: 'a call',
  entries: 'transcript',
  log: describe,
  end: ({ call, report }) => {
    if (elementsAt(call.value, 'conversation_messages').length > 0) notes.repeated(['conversation_messages'], report);
  },
  facts: ({ call, entries }) => {
    const responses = entries.filter(
      ({ value }) => textAt(value, 'message_type') === 'llm_call' && recordAt(value, 'value') !== undefined,
    );
    const models = responses.map((one, index) => textAt(modelCall(call.value, index, responseOf(one.value)), 'model'));
    const agents = responses.map(({ value }) => textAt(value, 'value.agent'));
    return {
      model: models.find((model) => model !== undefined),
      context: { current_agent: agents.find((name) => name !== undefined) },
      recording: { benchmark: 'eva' },
    };
  },
};

const responseOf = (entry: Value): string => textAt(entry, 'value.response') ?? '';

/** The transcript and the prompts are two lists of the same calls. They are matched only if the responses are equal. */
function modelCall(log: Value, index: number, response: string): Value | undefined {
  const call = elementsAt(log, 'llm_prompts')[index];
  return call !== undefined && isRecord(call) && (textAt(call, 'response') ?? '') === response ? call : undefined;
}

function describe({ call, log, report }: VoiceReading): VoiceLog {
  let agent: string | undefined;
  let calls = 0;
  /** A model response that has not been spoken yet, and its model call. */
  let pending: { readonly entry: TimedEntry; readonly text: string; readonly call: Value | undefined } | undefined;

  /** Adds the pending response as unspoken: the model requested tools, or the caller continued to speak. */
  const addUnspoken = (): void => {
    if (pending === undefined) return;
    const { text, call: prompt, entry } = pending;
    const tools = elementsAt(prompt, 'response_message.tool_calls');
    const planned = tools.flatMap((tool) => textAt(tool, 'function.name') ?? []);
    if (text !== '') notes['not-spoken'](entry.place, report);
    const response = present({
      at: entry.at,
      text: text === '' ? undefined : text,
      planned: planned.length === 0 ? undefined : planned,
      took_ms: tookOf(prompt),
    });
    log.add({ type: 'model-called', ...response }, entry.place);
    pending = undefined;
  };

  const responded = (entry: TimedEntry): void => {
    const { value, at, place } = entry;
    addUnspoken();
    if (recordAt(value, 'value') === undefined) return notes['import/message'](place, report);
    const name = textAt(value, 'value.agent');
    if (name !== undefined && name !== agent) {
      if (agent !== undefined) log.add({ type: 'agent-switched', ...when(at), agent: name }, place);
      agent = name;
    }
    const text = responseOf(value);
    const prompt = modelCall(call.value, calls++, text);
    if (prompt === undefined) notes['no-prompt'](place, report);
    const status = textAt(prompt, 'status') ?? 'success';
    if (status !== 'success') modelFailed(textAt(prompt, 'error_type') ?? status)(place, report);
    pending = { entry, text, call: prompt };
  };

  /** The agent speaks either the model's latest response or a fixed text. */
  const spoken = ({ value, at, place }: TimedEntry): void => {
    const text = textAt(value, 'value');
    if (text === undefined) return notes['import/message'](place, report);
    const response = pending?.text === text ? pending : undefined;
    if (response === undefined) addUnspoken();
    pending = undefined;
    log.said({ by: 'agent', text, at, place, took_ms: tookOf(response?.call) });
  };

  return {
    kind: ({ value }) => (fieldAt(value, 'value') === undefined ? undefined : textAt(value, 'message_type')),
    unread: notes['import/message'],
    time: millisecondsIn('timestamp'),
    kinds: {
      user: ({ value, at, place }) => {
        addUnspoken();
        const text = textAt(value, 'value');
        if (text === undefined) return notes['import/message'](place, report);
        log.said({ by: 'user', text, at, place });
      },
      turn_fallback: { holds: 'nothing', note: notes.nudge },
      llm_call: responded,
      assistant: spoken,
      tool_call: ({ value, at, place }) => {
        addUnspoken();
        const tool = textAt(value, 'value.tool');
        if (tool === undefined) return notes['import/message'](place, report);
        const params = paramsOf(fieldAt(value, 'value.parameters'), [...place, 'value', 'parameters'], report);
        log.called({ id: undefined, tool, params, at, place });
      },
      tool_response: ({ value, at, place }) => {
        const tool = textAt(value, 'value.tool');
        if (tool === undefined) return notes['import/message'](place, report);
        log.returned({ id: undefined, tool, ...endOf(fieldAt(value, 'value.response')), at, place });
      },
    },
    otherwise: { holds: 'nothing', note: notes['import/message'] },
    atEnd: addUnspoken,
  };
}

function tookOf(call: Value | undefined): number | undefined {
  const took = numberAt(call, 'latency_ms');
  return took !== undefined && took >= 0 && took < Number.POSITIVE_INFINITY ? took : undefined;
}

/**
 * | in the tool's response | outcome |
 * | --- | --- |
 * | `status: "error"` | errored, with its `message`, or its `error_type` where it has none |
 * | anything else | successful |
 *
 * EVA restricts no call. Actions that an agent may not do are forbidden in its prompt.
 */
function endOf(response: Value | undefined): Pick<RecordedToolEnd, 'outcome' | 'output' | 'error'> {
  const result = typeof response === 'string' ? openJson(response) : response;
  if (textAt(result, 'status') !== 'error') return { outcome: 'ok', output: response };
  const reason = [textAt(result, 'message'), textAt(result, 'error_type')].find(
    (text) => text !== undefined && text !== '',
  );
  return { outcome: 'error', output: response, error: reason ?? 'status: error' };
}

const notes = notesOf('eva-call', {
  info: {
    nudge: '{# line} that made the model continue after silence of the caller: not an input.',
    'not-spoken':
      '{# response} of the model that {was|were} never spoken, because the caller continued: shown as {a model call|model calls}.',
    repeated:
      'The messages and prompts repeat the transcript: they are not read. System prompts are not shown as turns.',
  },
  lost: {
    'import/message': '{# entry|# entries} of “transcript” could not be read.',
    'no-prompt': '{# model call} without its entry in “llm_prompts”: its duration is unknown.',
  },
});

const modelFailed = (why: string) =>
  info('eva-call/model-failed', (n) => `${counted(n, 'model call')} failed: “${why}”.`);
