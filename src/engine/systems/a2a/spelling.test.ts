import { describe, expect, it } from 'vitest';
import type { RecordValue, Value } from '../../model/value.ts';
import { ranScript } from '../testing.ts';
import { a2aVectors } from './vectors.ts';

const followUp = (message: RecordValue) => [
  { op: 'request_input', args: { question: 'which?' } },
  { op: 'follow_up', as: 'next', args: { message } },
];

/** Python's spelling, that of version 1.0 of the wire, and that of version 0.3. */
const spellings: { readonly [name: string]: { readonly given: RecordValue; readonly do: readonly RecordValue[] } } = {
  python: {
    given: {
      message: {
        message_id: 'm-1',
        parts: [
          { text: 'hi', media_type: 'text/plain' },
          { raw: 'YQ==', media_type: 'image/png', filename: 'a.png' },
          { data: { inner_key: 1, innerKey: 2 } },
        ],
        metadata: { keepMe: true, keep_me: 1 },
        reference_task_ids: ['t-0'],
      },
      context_id: 'c-1',
      accepted_output_modes: ['text/plain'],
      stored_contexts: { 'c-1': { userName: 'A' } },
    },
    do: [
      { op: 'emit_artifact', args: { artifact_id: 'x', text: 'a', media_type: 'text/csv', last_chunk: true } },
      ...followUp({ message_id: 'm-2', parts: [{ text: 'two' }], context_id: 'c-1' }),
    ],
  },
  'version 1.0': {
    given: {
      message: {
        messageId: 'm-1',
        role: 'ROLE_USER',
        parts: [
          { text: 'hi', mediaType: 'text/plain' },
          { raw: 'YQ==', mediaType: 'image/png', filename: 'a.png' },
          { data: { inner_key: 1, innerKey: 2 } },
        ],
        metadata: { keepMe: true, keep_me: 1 },
        referenceTaskIds: ['t-0'],
      },
      contextId: 'c-1',
      acceptedOutputModes: ['text/plain'],
      storedContexts: { 'c-1': { userName: 'A' } },
    },
    do: [
      { op: 'emit_artifact', args: { artifactId: 'x', text: 'a', mediaType: 'text/csv', lastChunk: true } },
      ...followUp({ messageId: 'm-2', role: 'ROLE_USER', parts: [{ text: 'two' }], contextId: 'c-1' }),
    ],
  },
  'version 0.3': {
    given: {
      message: {
        kind: 'message',
        messageId: 'm-1',
        role: 'user',
        parts: [
          { kind: 'text', text: 'hi', mediaType: 'text/plain' },
          { kind: 'file', file: { bytes: 'YQ==', mimeType: 'image/png', name: 'a.png' } },
          { data: { inner_key: 1, innerKey: 2 } },
        ],
        metadata: { keepMe: true, keep_me: 1 },
        referenceTaskIds: ['t-0'],
      },
      contextId: 'c-1',
      acceptedOutputModes: ['text/plain'],
      storedContexts: { 'c-1': { userName: 'A' } },
    },
    do: [
      { op: 'emit_artifact', args: { artifactId: 'x', text: 'a', mediaType: 'text/csv', lastChunk: true } },
      ...followUp({ kind: 'message', messageId: 'm-2', parts: [{ kind: 'text', text: 'two' }], contextId: 'c-1' }),
    ],
  },
};

const ran = ({ given, do: steps }: (typeof spellings)[string] & object): Value => {
  const reads = ['parts', 'files', 'metadata', 'context_id', 'reference_task_ids'].map((field) => ({
    op: 'get',
    args: { field },
  }));
  const script = { given, do: [...reads, { op: 'load_context' }, ...steps] as never[] }; // steps as vectors write them
  const { results, events, snapshot } = ranScript(a2aVectors, script);
  return [results, events, snapshot];
};

describe('the spelling of the wire', () => {
  it('has the same result as that of Python, at the start and in every call', () => {
    const python = ran(spellings['python'] ?? { given: {}, do: [] });
    expect(JSON.stringify(python)).toContain('"media_type":"image/png"');
    for (const spelling of Object.values(spellings)) expect(ran(spelling)).toEqual(python);
  });

  it('is accepted for a property, and an argument in both spellings is refused', () => {
    const { results } = ranScript(a2aVectors, {
      given: { message: { messageId: 'm', parts: [] }, contextId: 'c' },
      do: [
        { op: 'get', args: { field: 'contextId' } },
        { op: 'emit_artifact', args: { artifactId: 'x', artifact_id: 'y', text: 'a' } },
      ],
    });
    expect(results).toMatchObject([{ returns: 'c' }, { throws: { kind: 'value_error' } }]);
  });
});
