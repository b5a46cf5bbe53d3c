import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';

/** An example script: a start and its calls. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}

export const a2aSamples: readonly Sample[] = [
  {
    id: 'a2a-translate',
    title: 'A task in two turns',
    about:
      'A translator asks for the language, streams its answer in three chunks and remembers what the user prefers.',
    given: {
      message: {
        message_id: 'm-1',
        parts: [{ text: 'Translate: good morning, everyone' }],
        metadata: { channel: 'web' },
      },
      context_id: 'conversation-1',
      accepted_output_modes: ['text/plain'],
      request_context: { authorization: 'Bearer not-a-real-token' },
    },
    calls: [
      { op: 'load_context', args: {} },
      { op: 'request_input', args: { question: 'Which language should I translate to?' } },
      { op: 'advance', args: { seconds: 8 } },
      {
        op: 'follow_up',
        args: { message: { message_id: 'm-2', parts: [{ text: 'German, please' }] } },
      },
      { op: 'update_context', on: 'ctx2', args: { context: { language: 'German' } } },
      { op: 'send_status', on: 'ctx2', args: { message: 'Translating…' } },
      { op: 'emit_text_artifact', on: 'ctx2', args: { text: 'Guten ', artifact_id: 'translation' } },
      { op: 'emit_text_artifact', on: 'ctx2', args: { text: 'Morgen ', artifact_id: 'translation', append: true } },
      {
        op: 'emit_text_artifact',
        on: 'ctx2',
        args: { text: 'zusammen', artifact_id: 'translation', append: true, last_chunk: true },
      },
      { op: 'read_stored_task', on: 'ctx2', args: {} },
      { op: 'complete', on: 'ctx2', args: {} },
      {
        op: 'new_task',
        args: {
          message: { message_id: 'm-3', parts: [{ text: 'Translate: good night' }], reference_task_ids: ['task-1'] },
          context_id: 'conversation-1',
        },
      },
      { op: 'load_context', on: 'ctx3', args: {} },
      { op: 'complete', on: 'ctx3', args: { text: 'Gute Nacht' } },
    ],
  },
  {
    id: 'a2a-cancelled',
    title: 'A cancellation that comes too early and too late',
    about:
      'The client gives up on a slow report; the worker does not look, so the server cancels and its answer is lost.',
    given: {
      message: { message_id: 'm-1', parts: [{ text: 'Write the yearly report' }] },
      context_id: 'conversation-1',
    },
    calls: [
      { op: 'send_status', args: { message: 'Reading 10,000 rows…' } },
      { op: 'emit_text_artifact', args: { text: 'Chapter 1', artifact_id: 'report' } },
      { op: 'cancel', args: {} },
      { op: 'get', args: { field: 'is_cancelled' } },
      { op: 'advance', args: { seconds: 60 } },
      { op: 'complete', args: { text: 'The report' } },
      { op: 'handler_end', args: {} },
    ],
  },
];
