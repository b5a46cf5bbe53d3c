import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** Records that only newer versions of programs write. */
function facts(recording: unknown) {
  const { session } = firstSession(typeof recording === 'string' ? recording : JSON.stringify(recording));
  const { history, notes } = session;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind}: ${label}`),
    calls: history.invocations.map(({ function: name, outcome, input }) => [name, outcome, input]),
    tokens: history.tokens.at(-1),
    codes: notes.map(({ code }) => code),
  };
}

test('Pydantic AI prints the tools of a provider under classes of their own, and speech has a transcript', () => {
  const { turns, calls, codes } = facts(`[
    ModelRequest(parts=[SpeechPart(speaker='user', transcript='find it')]),
    ModelResponse(parts=[
      NativeToolSearchCallPart(tool_name='tool_search', args={'q': 1}, tool_call_id='a'),
      NativeToolSearchReturnPart(tool_name='tool_search', content='found', tool_call_id='a'),
      CompactionPart(content='so far'),
      TextPart(content='Done.')], model_name='m'),
  ]`);
  expect(turns).toEqual(['input: find it', 'llm: Done. · plan: tool_search', 'capability: tool_search']);
  expect(calls).toEqual([['tool_search', 'successful', { q: 1 }]]);
  expect(codes).toContain('pydantic-ai/compaction');
});

test('messages that goose writes when it compacts a conversation are not turns', () => {
  const message = (role: string, text: string, userVisible = true) => ({
    id: text,
    role,
    created: 1,
    content: [{ type: 'text', text }],
    metadata: { userVisible, agentVisible: true },
  });
  const lines = [
    { working_dir: '/' },
    message('user', 'go'),
    message('assistant', 'Going.'),
    message('user', 'The user said go.', false),
    message('assistant', 'Your context was compacted.', false),
    message('user', 'go on'),
  ];
  const { turns, codes } = facts(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(turns).toEqual(['input: go', 'llm: Going.', 'input: go on']);
  expect(codes).toContain('goose/hidden');
});

test('Continue counts the cache of Anthropic’s models apart, and that of others within the prompt', () => {
  const answered = (usage: object) => ({
    sessionId: 's',
    title: 't',
    workspaceDirectory: '/',
    history: [
      { message: { role: 'user', content: 'go' }, contextItems: [] },
      { message: { role: 'assistant', content: 'Done.', usage }, contextItems: [], conversationSummary: 'so far' },
    ],
  });
  const [promptTokens, completionTokens] = [40, 20];
  const apart = { promptTokens, completionTokens, promptTokensDetails: { cachedTokens: 1000, cacheWriteTokens: 50 } };
  const within = { promptTokens, completionTokens, promptTokensDetails: { cachedTokens: 32 } };
  expect(facts(answered(apart)).tokens).toMatchObject({ prompt: 1090, completion: 20 });
  expect(facts(answered(within)).tokens).toMatchObject({ prompt: 40, completion: 20 });
  expect(facts(answered(within)).codes).toContain('continue-session/compacted');
});

test('several actions at a computer, and the prompt of an image, are the input of their calls', () => {
  const { calls } = facts({
    id: 'resp_1',
    object: 'response',
    model: 'm',
    output: [
      { type: 'computer_call', call_id: 'c', actions: [{ type: 'click' }], status: 'completed' },
      { type: 'image_generation_call', id: 'i', status: 'completed', result: 'AA', revised_prompt: 'a cat' },
    ],
  });
  expect(calls.map(([name, , input]) => [name, input])).toEqual(
    expect.arrayContaining([
      ['computer', [{ type: 'click' }]],
      ['image_generation', { revised_prompt: 'a cat' }],
    ]),
  );
});

test('the words of an answer by voice are its text', () => {
  const message = { role: 'assistant', content: null, audio: { id: 'a', transcript: 'Hello there.', data: 'AA' } };
  expect(facts({ messages: [{ role: 'user', content: 'hi' }, message] }).turns).toEqual([
    'input: hi',
    'llm: Hello there.',
  ]);
});

test('OpenHands names what its log does not hold of agents that it only started', () => {
  const said = { kind: 'MessageEvent', id: '1', source: 'user', timestamp: '2026-01-01T00:00:00' };
  const { turns, codes } = facts([
    { ...said, llm_message: { role: 'user', content: [{ type: 'text', text: 'go' }] } },
    { kind: 'ACPToolCallEvent', id: '2', source: 'agent', tool_call_id: 't', title: 'Read a', status: 'completed' },
    { kind: 'Condensation', id: '3', source: 'environment', forgotten_event_ids: [], llm_response_id: 'r' },
  ]);
  expect(turns).toEqual(['input: go']);
  expect(codes).toEqual(expect.arrayContaining(['openhands/acp', 'openhands/compacted']));
});

test('a command that Copilot Chat’s page shows with an exit code failed, whatever the model was given', () => {
  const call = { id: 'c', name: 'run_in_terminal', arguments: '{"command":"false"}' };
  const exit = { toolSpecificData: { kind: 'terminal', terminalCommandState: { exitCode: 1 } } };
  const { calls } = facts({
    responderUsername: 'GitHub Copilot',
    requests: [
      {
        requestId: 'r',
        message: { text: 'go' },
        response: [{ kind: 'toolInvocationSerialized', toolCallId: 'c', toolId: 'run_in_terminal', ...exit }],
        result: {
          metadata: {
            toolCallRounds: [{ id: '1', response: '', toolCalls: [call] }],
            toolCallResults: { c: { content: [{ value: 'nothing printed' }] } },
          },
        },
      },
    ],
  });
  expect(calls.map(([name, outcome]) => [name, outcome])).toEqual([['run_in_terminal', 'errored']]);
});

test('an answer of Open WebUI that failed has no words of the model', () => {
  const failed = (content: string, error: unknown) => ({
    title: 't',
    chat: {
      title: 't',
      history: {
        currentId: 'b',
        messages: {
          a: { id: 'a', parentId: null, childrenIds: ['b'], role: 'user', content: 'hi' },
          b: { id: 'b', parentId: 'a', childrenIds: [], role: 'assistant', content, error },
        },
      },
    },
  });
  const turns = ['input: hi', 'llm: [boom]'];
  for (const recording of [failed('', { content: 'boom' }), failed('boom', true)]) {
    const found = facts([recording]);
    expect(found.turns).toEqual(turns);
    expect(found.codes).toContain('open-webui/failed');
  }
});
