import { expect, test } from 'vitest';
import { toJson } from '../../model/json.ts';
import type { Path } from '../../model/path.ts';
import { elementAt, isList, isRecord, type Value } from '../../model/value.ts';
import { openEntry } from '../../opening/open-session.ts';
import { readDocument } from '../../readers/read-document.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { fixtures } from './testing.ts';

/** A changed value; undefined to remove it. */
type Change = (value: Value) => Value | undefined;

const put =
  (value: Value): Change =>
  () =>
    value;
const added =
  (element: Value): Change =>
  (value) =>
    isList(value) ? [...value, element] : value;
const add = added({ type: 'stranger', role: 'stranger' });
const withField =
  (key: string, field: Value): Change =>
  (value) =>
    isRecord(value) ? { ...value, [key]: field } : value;
const earlier: Change = (value) =>
  typeof value === 'number' ? -5 : typeof value === 'string' ? '2001-01-01T00:00:00Z' : value;
const removed: Change = () => undefined;
const twice: Change = (value) => (isList(value) ? [...value, ...value] : value);
const backwards: Change = (value) => (isList(value) ? [...value].toReversed() : value);

/** One change of a recording for each code that no unchanged fixture has. */
const changes: readonly (readonly [code: string, fixture: string, path: Path, change: Change])[] = [
  ['a2a-protocol/approval-of-nothing', 'a2a-protocol/composed-kagent-approval.jsonl.txt', [], backwards],
  [
    'a2a-protocol/state-assumed',
    'a2a-protocol/v03-langgraph-currency-multiturn-done.json',
    ['result', 'id'],
    put({ type: 'stranger' }),
  ],
  [
    'a2a-protocol/step',
    'a2a-protocol/v03-adk-currency-traceability.http.txt',
    [1, 'result', 'metadata', 'github.com/a2aproject/a2a-samples/extensions/traceability/v1/traceability', 'steps'],
    add,
  ],
  ['adk/content', 'adk-session/api-server-run.events.json', [0, 'content'], put('stranger')],
  ['agents-sdk/answer-without-items', 'agents-sdk/javascript-stream.jsonl', [1, 'data', 'response', 'output'], put([])],
  ['agents-sdk/item', 'agents-sdk/v1_6_approval_rejection_message.json', ['generated_items'], add],
  ['ai-sdk/piece', 'ai-sdk/composed-page-stream.txt', [16], put('stranger')],
  ['ai-sdk/stream-piece', 'ai-sdk/composed-page-stream.txt', [], add],
  ['anthropic-messages/no-conversation', 'anthropic-messages/composed-exchanges.jsonl', [], add],
  [
    'anthropic-messages/pause_turn',
    'anthropic-messages/composed-exchanges.jsonl',
    [1, 'response', 'body', 'stop_reason'],
    put('pause_turn'),
  ],
  ['atif/elsewhere', 'atif/embedded-subagents.json', ['steps'], twice],
  [
    'atif/unasked',
    'atif/embedded-subagents.json',
    [],
    put({ source: 'agent', message: 'x', step_id: 99, observation: { results: [{ content: 'alone' }] } }),
  ],
  ['bland/phrase', 'bland/composed-call.json', ['transcripts'], add],
  ['claude-code/line', 'claude-code/composed-stream.jsonl', [0], put('stranger')],
  ['claude-code/unsent', 'claude-code/composed-stream.jsonl', [1, 'parent_tool_use_id'], put('stranger')],
  [
    'claude-export/service',
    'claude-export/composed-conversations.json',
    [0, 'chat_messages', 0, 'content'],
    added({ type: 'token_budget' }),
  ],
  ['contact-lens/event', 'contact-lens/composed-call.json', ['Transcript', 0, 'Content'], put({ type: 'stranger' })],
  ['contact-lens/other-role', 'contact-lens/composed-call.json', ['Participants'], put('stranger')],
  ['contact-lens/phrase', 'contact-lens/composed-call.json', ['Transcript'], add],
  ['copilot-cli/line', 'copilot-cli/composed-permissions-and-agents.jsonl', [], add],
  ['copilot-cli/unsent', 'copilot-cli/composed-permissions-and-agents.jsonl', [6], put('stranger')],
  ['crewai/task', 'crewai/composed-printed.txt', ['tasks_output'], add],
  ['deepgram/message', 'deepgram/composed-recogniser.jsonl', [0], put('stranger')],
  ['deepgram/result', 'deepgram/composed-recogniser.jsonl', [1, 'channel'], put('stranger')],
  [
    'elevenlabs/contextual-update',
    'elevenlabs/composed-socket.jsonl',
    [],
    added({ type: 'contextual_update', contextual_update: { text: 'x' } }),
  ],
  ['elevenlabs/entry', 'elevenlabs/composed-webhook.json', ['data', 'transcript'], add],
  ['elevenlabs/event', 'elevenlabs/composed-socket.jsonl', [7, 'client_tool_call'], put('stranger')],
  ['elevenlabs/mcp', 'elevenlabs/composed-socket.jsonl', [], added({ type: 'mcp_tool_call', mcp_tool_call: {} })],
  [
    'import/call-name',
    'anthropic-messages/composed-request.json',
    ['messages', 1, 'content', 2, 'name'],
    put({ type: 'stranger' }),
  ],
  ['hume-evi/tool', 'hume-evi/composed-chat.json', ['events_page', 3, 'type'], put('FUNCTION_CALL')],
  ['import/duration', 'inspect/composed-agents.json', ['samples', 0, 'events', 5, 'working_time'], earlier],
  ['import/event', 'adk-context/composed-context.python.txt', ['session', 'events', 0], put('stranger')],
  ['import/line', 'eva-call/elevenlabs-events.jsonl', [], add],
  ['import/part', 'adk-session/api-server-run.events.json', [0, 'content', 'parts'], put('stranger')],
  ['inspect/error', 'inspect/popularity-sample.json', [], withField('error', { type: 'time', limit: 3 })],
  ['kimi/cancelled', 'kimi/composed-refusals.jsonl', [], added({ type: 'turn.cancel' })],
  ['kimi/line', 'kimi/composed-refusals.jsonl', [], add],
  ['langchain-events/error', 'langchain-events/composed-agent.jsonl', [0, 'event'], put('on_chain_error')],
  ['langchain-events/other', 'langchain-events/composed-agent.jsonl', [], add],
  ['langchain-events/steps', 'langchain-events/composed-agent.jsonl', [], twice],
  ['langgraph/node-failed', 'langgraph/subgraph-snapshot.txt', [1, 'tasks', 0, 'error'], put('stranger')],
  ['letta/kind', 'letta/letta-response.txt', ['messages', 1, 'message_type'], put('stranger')],
  ['letta/program', 'letta/letta-response.txt', ['messages'], added({ message_type: 'ping' })],
  ['livekit/item', 'livekit/composed-session-events.jsonl', [2, 'item'], put('stranger')],
  ['llamaindex/entry', 'llamaindex/composed-agent-events.python.txt', [], add],
  ['noetic-items/frame', 'noetic-items/composed-checkpoint.json', ['frontier'], add],
  [
    'noetic-items/half-a-usage',
    'noetic-items/composed-harness-response.json',
    ['usage', 'inputTokens'],
    put('stranger'),
  ],
  ['noetic-items/version', 'noetic-items/composed-checkpoint.json', ['schemaVersion'], put('stranger')],
  ['noetic-tasks/line', 'noetic-tasks/noetic-task-events.jsonl', [], add],
  ['openai-chat/no-answer', 'openai-chat/invariant-non-json-arguments.jsonl', [2], removed],
  [
    'openai-chat/other-chats',
    'openai-chat/invariant-sample-data.cut.jsonl',
    [0],
    withField('examples', [
      { role: 'user', content: 'another one' },
      { role: 'assistant', content: 'and its answer' },
    ]),
  ],
  ['openai-realtime/event', 'openai-realtime/composed-events.jsonl', [3, 'item'], put('stranger')],
  [
    'openai-responses/compaction',
    'openai-responses/composed-request-approvals.json',
    [],
    put({ type: 'compaction', encrypted_content: 'x' }),
  ],
  [
    'openai-responses/error',
    'openai-responses/composed-request-approvals.json',
    ['response', 'error'],
    put({ type: 'stranger' }),
  ],
  ['openai-stream/alternative', 'openai-stream/composed-parallel-calls.sse', [0, 'choices', 0, 'index'], put(7)],
  ['openai-stream/chunk', 'openai-stream/composed-parallel-calls.sse', [], add],
  ['openhands/finish', 'openhands/sdk-goal-events.jsonl', [4, 'observation'], put({ kind: 'FinishObservation' })],
  ['openhands/state', 'openhands/sdk-goal-events.jsonl', [0, 'key'], put({ type: 'stranger' })],
  ['pi/extension', 'pi/before-compaction.cut.jsonl', [], added({ type: 'custom' })],
  ['pi/line', 'pi/before-compaction.cut.jsonl', [], add],
  ['pi/own-command', 'pi/before-compaction.cut.jsonl', [], added({ role: 'bashExecution' })],
  ['pydantic-ai/other-values', 'pydantic-ai/composed-all-messages.json', [], add],
  ['pydantic-ai/part', 'pydantic-ai/composed-all-messages.json', [0, 'parts'], add],
  [
    'pydantic-ai/retry',
    'pydantic-ai/composed-all-messages.json',
    [2, 'parts', 0, 'tool_name'],
    put({ type: 'stranger' }),
  ],
  ['qwen-code/by-program', 'qwen-code/composed-branches.jsonl', [0], withField('subtype', 'goal_runtime')],
  ['qwen-code/line', 'qwen-code/composed-branches.jsonl', [], add],
  ['retell/entry', 'retell/composed-call.json', ['call', 'transcript_with_tool_calls', 1], put('stranger')],
  ['smolagents/images', 'smolagents/composed-run-result.python.txt', ['steps', 0, 'task_images'], put('stranger')],
  ['tau-voice/tick', 'tau-voice/composed-full-duplex.json', ['ticks'], add],
  [
    'tau-voice/user-calls',
    'tau-voice/composed-full-duplex.json',
    ['ticks', 0],
    withField('user_tool_calls', [{ name: 'x', arguments: {} }]),
  ],
  ['vapi/transcript-text', 'vapi/composed-call.json', ['artifact'], put({ transcript: 'AI: Hello. User: Hi.' })],
  ['voice-context/history-kept', 'voice-context/composed-page-values.json', ['history'], put({ type: 'stranger' })],
];

test.each(changes)('%s is the code of %s changed at %j', (code, fixture, path, change) => {
  const text = fixtures.find(({ owner, name }) => `${owner}/${name}` === fixture)?.text ?? '';
  const document = readDocument(text);
  expect.assert(document.ok);
  expect(codesOf(toJson(changed(document.value.value, path, change) ?? null))).toContain(code);
});

const fixtureText = (fixture: string): string =>
  fixtures.find(({ owner, name }) => `${owner}/${name}` === fixture)?.text ?? '';
const lines = (...records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
const half = (text: string) => text.slice(0, text.length / 2);

const codexRun = lines(
  { type: 'thread.started', thread_id: 't' },
  { type: 'turn.started' },
  { type: 'item.completed', item: { id: 'i', type: 'agent_message', text: 'hi' } },
  { type: 'error', message: 'it broke' },
);
/** An importer looks at the first 20 events, so a stranger is after them. */
const humeEvents = Array.from({ length: 20 }, (_, index) => ({
  id: `e-${index}`,
  chat_id: 'c',
  type: 'USER_MESSAGE',
  message_text: 'hi',
}));
/** Lines of a rollout of Codex, added to one of two messages. */
const codexLines = (...added: readonly object[]) =>
  lines(
    { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 's', parent_thread_id: 'other' } },
    ...['user', 'assistant'].map((role) => ({
      timestamp: '2026-01-01T00:00:01Z',
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type: 'input_text', text: 'hi' }] },
    })),
    ...added,
  );
const claudeCode = fixtureText('claude-code/short.jsonl');
/** Lines added to a session of Claude Code. */
const claudeLines = (...added: readonly object[]) =>
  `${claudeCode.trimEnd()}\n${lines(
    ...added.map((line, index) => ({
      ...line,
      uuid: `added-${index}`,
      sessionId: 'test-session-short-001',
      timestamp: '2027-01-01T00:00:00Z',
    })),
  )}`;
const toolAsMessage = { type: 'function', function: { name: 'f', description: 'finds', parameters: {} } };

/** One text for each further code: of a few lines, or a fixture with one edit. */
const texts: readonly (readonly [code: string, text: string])[] = [
  ['otel-spans/by-column', JSON.stringify({ columns: [{ name: 'span_name', values: ['a'] }] })],
  ['eva-call/result', JSON.stringify({ record_id: '1', audit_log_path: 'a', transcript_path: 't', completed: true })],
  ['eva-call/scenario', JSON.stringify({ _current_date: '2026-01-01', reservations: {}, journeys: {} })],
  [
    'eva-call/model-failed',
    fixtureText('eva-call/audit-log.cut.json').replaceAll('"status": "success"', '"status": "x"'),
  ],
  ['eva-call/no-prompt', fixtureText('eva-call/audit-log.cut.json').replace('"response": "', '"response": "not ')],
  ['codex/error', codexRun],
  ['codex/thread', codexLines()],
  [
    'codex/environment',
    codexLines({
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context>\n</environment_context>' }],
      },
    }),
  ],
  ['codex/agents', codexLines({ type: 'response_item', payload: { type: 'agent_message' } })],
  ['codex/delegated', codexLines({ type: 'event_msg', payload: { type: 'sub_agent_activity' } })],
  ['codex/line', codexLines({ type: 'stranger', payload: {} })],
  ['claude-code/other', claudeLines({ type: 'stranger' })],
  ['claude-code/shown', claudeLines({ type: 'progress', data: { type: 'agent_progress' } })],
  ['claude-code/result', claudeLines({ type: 'result', usage: { input_tokens: 1, output_tokens: 2 } })],
  [
    'claude-code/notification',
    claudeLines({ type: 'user', message: { role: 'user', content: '<task-notification>done</task-notification>' } }),
  ],
  ['claude-code/queued', claudeLines({ type: 'queue-operation', operation: 'enqueue', content: 'and then?' })],
  ['hume-evi/event', JSON.stringify([...humeEvents, { chat_id: 'c', type: 7 }])],
  [
    'claude-agent-sdk/sub-agent',
    fixtureText('claude-agent-sdk/composed-messages.python.txt').replace(
      /(?<=toolu_01B.*parent_tool_use_id=)None/s,
      "'toolu_01B'",
    ),
  ],
  ['burr/no-begin', fixtureText('burr/burr-chat-jokes-with-spans.jsonl').replace('"begin_entry"', '"begin_other"')],
  [
    'letta/out-of-context',
    fixtureText('letta/letta-test-agent.cut.af').replace(
      /"in_context_message_ids": \[[^\]]*\]/,
      '"in_context_message_ids": []',
    ),
  ],
  [
    'inspect/limit',
    fixtureText('inspect/composed-agents.json').replace(
      '"events": [',
      '"events": [{"event": "sample_limit", "type": "time", "message": "over", "timestamp": "2026-01-01T00:00:00Z"}, ',
    ),
  ],
  [
    'openai-responses/has-more',
    fixtureText('openai-responses/responses-conversation-items.json').replace(/"has_more": false/, '"has_more": true'),
  ],
  [
    'import/result',
    fixtureText('semantic-kernel/composed-dotnet.json').slice(
      0,
      (fixtureText('semantic-kernel/composed-dotnet.json').length * 20) / 30,
    ),
  ],
  [
    'import/tool-definition',
    JSON.stringify([
      { role: 'user', content: 'hi' },
      { role: 'tool', content: JSON.stringify(toolAsMessage) },
      { role: 'assistant', content: 'Yes.' },
    ]),
  ],
  [
    'voice-context/transcripts',
    `[${fixtureText('voice-context/composed-call-completed.json')}, ${fixtureText('voice-context/composed-call-completed.json').replace('evt_1', 'evt_2')}]`,
  ],
  ['anthropic-messages/cut-off', half(fixtureText('anthropic-messages/stream-programmatic-tool-calling.chunks.txt'))],
  [
    'anthropic-messages/answer',
    fixtureText('anthropic-messages/composed-exchanges.jsonl').replace(
      /"body_raw": "(?:[^"\\]|\\.)*"/,
      '"body_raw": "event: message_start\\\\n"',
    ),
  ],
  ['adk-httprr/other', fixtureText('adk-httprr/go-parallel-function-calls.httprr').replace('"contents"', '"other"')],
  ['adk-httprr/no-answer', fixtureText('adk-httprr/go-parallel-function-calls.httprr').replace(/data: \{.*/, 'words')],
  [
    'adk-httprr/retold',
    fixtureText('adk-httprr/go-delegation-02-two-tasks.httprr').replace(
      /"text": ?"(?:[^"\\]|\\.)*"/g,
      '"text":"For context:"',
    ),
  ],
];

test.each(texts)('%s is the code of a text', (code, text) => {
  expect(codesOf(text)).toContain(code);
});

function changed(value: Value, [step, ...rest]: Path, change: Change): Value | undefined {
  if (step === undefined) return change(value);
  if (isList(value) && typeof step === 'number') {
    const other = changed(elementAt(value, step) ?? null, rest, change);
    return Array.from(value).flatMap((element, index) => {
      if (index !== step) return [element];
      return other === undefined ? [] : [other];
    });
  }
  if (!isRecord(value) || typeof step !== 'string') throw new Error(`the fixture has no ${step}`);
  const { [step]: inner = null, ...others } = value;
  const other = changed(inner, rest, change);
  return other === undefined ? others : { ...value, [step]: other };
}

/** The notes of the sessions, or the problem. */
function codesOf(text: string): readonly string[] {
  const opened = openNow(text);
  if (!opened.ok) return [opened.problem.code];
  return opened.value.entries.flatMap((_entry, index) => {
    const session = openEntry(opened.value, index, systemOf);
    return session.ok ? session.value.notes.map(({ code }) => code) : [session.problem.code];
  });
}
