import { describe, expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** Model calls one after the other, as OpenTelemetry has them. */
function opened(
  ...calls: readonly (Attributes | { readonly events: readonly object[]; readonly attributes: Attributes })[]
) {
  const text = JSON.stringify(
    calls.map((call, index) => ({
      name: 'chat m',
      traceId: 'trace',
      spanId: `call-${index}`,
      startTimeUnixNano: String((index + 1) * 1_000_000_000),
      endTimeUnixNano: String((index + 1) * 1_000_000_000 + 5_000_000),
      ...('events' in call ? call : { attributes: call }),
    })),
  );
  const read = openNow(text);
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  return {
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    remarks: history.turns.map(({ isRemark }) => isRemark),
    tokens: history.tokens.at(-1),
    notes,
    codes: notes.map(({ code }) => code),
    choices: notes.find(({ code }) => code === 'spans/choices'),
  };
}

const words = (content: string) => [{ type: 'text', content }];
const user = (content: string) => ({ role: 'user', parts: words(content) });
const said = (content: string, more = {}) => ({ role: 'assistant', parts: words(content), ...more });
const stopped = (content: string) => said(content, { finish_reason: 'stop' });

const chat = (asked: readonly unknown[], answered: readonly unknown[], more = {}): Attributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.input.messages': JSON.stringify(asked),
  'gen_ai.output.messages': JSON.stringify(answered),
  'gen_ai.usage.input_tokens': 10,
  'gen_ai.usage.output_tokens': 6,
  ...more,
});

describe('several answers to one request', () => {
  test('are one turn: the first of them, and a note at the place of the others', () => {
    const { turns, choices, tokens } = opened(chat([user('Heads?')], [stopped('heads'), stopped('tails')]));
    expect(turns).toEqual(['input Heads?', 'llm heads']);
    expect(tokens).toMatchObject({ prompt: 10, completion: 6 });
    expect(choices).toMatchObject({ severity: 'lost', place: '[0].attributes["gen_ai.output.messages"]' });
    expect(choices?.message).toMatch(/^Left out: 1 other choice of the model\./);
  });

  test('are represented by the one that the next request repeats', () => {
    const next = chat([user('Heads?'), said('tails'), user('Again')], [stopped('heads')]);
    const { turns, choices } = opened(chat([user('Heads?')], [stopped('heads'), stopped('tails')]), next);
    expect(turns).toEqual(['input Heads?', 'llm tails', 'input Again', 'llm heads']);
    expect(choices?.message).toMatch(/^Left out: 1 other choice/);
  });

  test.each<readonly [string, Attributes | { readonly events: readonly object[]; readonly attributes: Attributes }]>([
    [
      'OpenLLMetry',
      {
        'llm.request.type': 'chat',
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'Heads?',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': 'heads',
        'gen_ai.completion.0.finish_reason': 'stop',
        'gen_ai.completion.1.role': 'assistant',
        'gen_ai.completion.1.content': 'tails',
        'gen_ai.completion.1.finish_reason': 'stop',
      },
    ],
    [
      'OpenInference',
      {
        'openinference.span.kind': 'LLM',
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.content': 'Heads?',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.content': 'heads',
        'llm.output_messages.1.message.role': 'assistant',
        'llm.output_messages.1.message.content': 'tails',
        'output.value': JSON.stringify({
          choices: ['heads', 'tails'].map((content, index) => ({ index, message: { role: 'assistant', content } })),
        }),
      },
    ],
    [
      'LangChain’s generations',
      {
        'openinference.span.kind': 'LLM',
        'input.value': JSON.stringify({ messages: [[{ role: 'user', content: 'Heads?' }]] }),
        'output.value': JSON.stringify({ generations: [[{ text: 'heads' }, { text: 'tails' }]] }),
      },
    ],
    [
      'Gemini’s candidates',
      {
        'openinference.span.kind': 'LLM',
        'input.value': JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Heads?' }] }] }),
        'output.value': JSON.stringify({
          candidates: ['heads', 'tails'].map((text) => ({ content: { parts: [{ text }] }, finishReason: 'STOP' })),
        }),
      },
    ],
    [
      'events',
      {
        attributes: { 'gen_ai.operation.name': 'chat' },
        events: [
          { name: 'gen_ai.user.message', attributes: { content: 'Heads?' } },
          ...['heads', 'tails'].map((message, index) => ({
            name: 'gen_ai.choice',
            attributes: { index, finish_reason: 'stop', message },
          })),
        ],
      },
    ],
  ])('are distinguished in the form of %s', (_, call) => {
    const { turns, codes } = opened(call);
    expect(turns).toEqual(['input Heads?', 'llm heads']);
    expect(codes).toContain('spans/choices');
  });

  test('pieces of one answer stay together, and a note reports when pieces and choices cannot be distinguished', () => {
    const call = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'flip', arguments: {} }] };
    const sound = opened(chat([user('Heads?')], [said('I flip.'), call]));
    expect(sound.turns).toEqual(['input Heads?', 'llm I flip. · plan: flip', 'capability flip']);
    expect(sound.codes).not.toContain('spans/joined');
    const doubtful = opened(chat([user('Heads?')], [said('heads'), said('tails')]));
    expect(doubtful.turns).toEqual(['input Heads?', 'llm heads tails']);
    expect(doubtful.codes).toContain('spans/joined');
    expect(doubtful.codes).not.toContain('spans/choices');
  });

  test('calls that all carry the finish reason of the whole answer belong to one answer', () => {
    const call = (id: string) => ({
      role: 'assistant',
      parts: [{ type: 'tool_call', id, name: 'flip', arguments: {} }],
      finish_reason: 'tool_calls',
    });
    const { turns, codes } = opened(chat([user('Heads?')], [call('a'), call('b')]));
    expect(turns[1]).toBe('llm plan: flip, flip');
    expect(codes).not.toContain('spans/choices');
  });

  test('the report names the prompts of a call that are left out', () => {
    const { turns, codes } = opened({
      'openinference.span.kind': 'LLM',
      'input.value': JSON.stringify({ messages: [[{ role: 'user', content: 'Heads?' }]] }),
      'output.value': JSON.stringify({ generations: [[{ text: 'heads' }], [{ text: 'tails' }]] }),
    });
    expect(turns).toEqual(['input Heads?', 'llm heads']);
    expect(codes).toContain('import/other-prompts');
  });
});

describe('an answer that was cut short', () => {
  test.each([
    ['content_filter', 'the content filter'],
    ['content-filter', 'the content filter'],
    ['SAFETY', 'the safety filter'],
    ['FinishReason.PROHIBITED_CONTENT', 'the safety filter'],
    ['BLOCKLIST', 'the safety filter'],
    ['RECITATION', 'the filter against recitation'],
    ['guardrail_intervened', 'a guardrail'],
    ['refusal', 'the model’s refusal'],
    ['max_tokens', 'the token limit'],
  ])('by %s before its first word is marked in the grid and in the report', (reason, by) => {
    const { turns, remarks, notes } = opened(
      chat([user('How?')], [{ role: 'assistant', parts: [], finish_reason: reason }]),
    );
    expect(turns).toEqual(['input How?', `llm [cut by ${by}]`]);
    expect(remarks).toEqual([false, true]);
    expect(notes.map(({ message }) => message)).toContain(`1 answer of the model cut by ${by}.`);
  });

  test.each([
    ['gen_ai.response.finish_reasons', ['content_filter']],
    ['gen_ai.response.finish_reasons', '["content_filter"]'],
    ['ai.response.finishReason', 'content-filter'],
  ])('is recognised by the span’s %s, with or without a message', (key, reason) => {
    const silent = { 'gen_ai.operation.name': 'chat', 'gen_ai.input.messages': JSON.stringify([user('How?')]) };
    expect(opened({ ...silent, [key]: reason }).turns).toEqual(['input How?', 'llm [cut by the content filter]']);
    const cut = opened(chat([user('How?')], [said('You take')], { [key]: reason }));
    expect(cut.turns).toEqual(['input How?', 'llm You take']);
    expect(cut.codes).toContain('spans/cut-by-content-filter');
  });

  test('was never begun if the prompt was blocked', () => {
    const { turns } = opened({
      'openinference.span.kind': 'LLM',
      'input.value': JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'How?' }] }] }),
      'output.value': JSON.stringify({ promptFeedback: { blockReason: 'SAFETY' } }),
    });
    expect(turns).toEqual(['input How?', 'llm [cut by the safety filter]']);
  });

  test('ended by itself if the reason is any other', () => {
    const { codes } = opened(
      chat([user('How?')], [stopped('So.')]),
      chat([user('Why?')], [said('So.', { finish_reason: 'length-ish' })]),
    );
    expect(codes.filter((code) => code.startsWith('spans/cut'))).toEqual([]);
  });
});

test('a refusal is read as the model’s message', () => {
  const { turns } = opened({
    'openinference.span.kind': 'LLM',
    'input.value': JSON.stringify({ messages: [{ role: 'user', content: 'How?' }] }),
    'output.value': JSON.stringify({
      choices: [{ index: 0, message: { role: 'assistant', content: null, refusal: 'I cannot help.' } }],
    }),
  });
  expect(turns).toEqual(['input How?', 'llm I cannot help.']);
});
