import type { OperationSpec } from '../../machine.ts';
import { optional, required } from '../../parameters.ts';
import { contextFields } from '../context-fields.ts';

const artifactId = (standard: string) =>
  optional('artifact_id', 'string', `The id of the artifact; “${standard}” by default.`);
const chunking = [
  optional('append', 'boolean', 'Adds to the artifact instead of replacing it.'),
  optional('last_chunk', 'boolean', 'Marks the artifact as complete in the stream; the mark is not stored.'),
];
const message = required(
  'message',
  'map',
  'The client’s message: message_id, parts such as {"text": "hi"}, and if need be metadata, role, extensions.',
);
const asking = [
  message,
  optional('request_context', 'map', 'Data that middleware passes to this turn only; never stored.'),
  optional('accepted_output_modes', 'list', 'Media types that the client accepts; an empty list means all.'),
  optional('return_immediately', 'boolean', 'The client does not wait: chunks are stored at the end of the turn only.'),
];
const contextId = {
  ...optional('context_id', 'string', 'The conversation; a new one when left out, none when null.'),
  isNullable: true,
} as const;

/** The operations that a worker calls on its context. */
export const workerOperations: readonly OperationSpec[] = [
  {
    name: 'complete',
    about: 'Ends the turn with the state completed, with a text artifact if there is a text.',
    parameters: [optional('text', 'string', 'The result; without it nothing is stored.'), artifactId('final-answer')],
  },
  {
    name: 'complete_json',
    about: 'Ends the turn with the state completed, with a JSON artifact.',
    parameters: [required('data', 'any', 'The result.'), artifactId('final-answer')],
  },
  {
    name: 'respond',
    about: 'Ends the turn with the state completed, with a status message and no artifact.',
    parameters: [optional('text', 'string', 'What to say.')],
  },
  {
    name: 'reply_directly',
    about: 'Ends the turn with the state completed; a waiting client gets the message instead of the task.',
    parameters: [required('text', 'string', 'What to say.')],
  },
  {
    name: 'fail',
    about: 'Ends the turn with the state failed, because of an error.',
    parameters: [required('reason', 'string', 'Shown to the client.')],
  },
  {
    name: 'reject',
    about: 'Ends the turn with the state rejected: the agent will not do it.',
    parameters: [optional('reason', 'string', '“Task rejected.” by default.')],
  },
  {
    name: 'request_input',
    about: 'Ends the turn with the state input-required, until the user answers.',
    parameters: [required('question', 'string', 'Shown to the user.')],
    answeredBy: { op: 'follow_up' },
  },
  {
    name: 'request_auth',
    about: 'Ends the turn with the state auth-required, until the client brings credentials.',
    answeredBy: { op: 'follow_up' },
    parameters: [
      optional('details', 'string', 'Shown to the user.'),
      optional('schemes', 'list', 'Such as "Bearer".'),
      optional('credentials_hint', 'string', 'Which credentials are needed.'),
      optional('auth_url', 'string', 'Where to get them.'),
    ],
  },
  {
    name: 'send_status',
    about: 'Shows progress; the task stays in “working”.',
    parameters: [
      optional('message', 'string', 'Stored in the status too; without it only the stream shows an update.'),
    ],
  },
  {
    name: 'emit_text_artifact',
    about: 'Streams a chunk of text.',
    parameters: [required('text', 'string', 'The chunk.'), artifactId('answer'), ...chunking],
  },
  {
    name: 'emit_data_artifact',
    about: 'Streams a chunk of structured data.',
    parameters: [
      required('data', 'any', 'The chunk.'),
      artifactId('answer'),
      optional('media_type', 'string', 'Goes into the metadata; “application/json” by default.'),
      ...chunking,
    ],
  },
  {
    name: 'emit_artifact',
    about: 'Streams a chunk of any kind: text, data, bytes or a URL.',
    parameters: [
      required('artifact_id', 'string', 'A property of the artifact.'),
      optional('text', 'string', 'A text part.'),
      optional('data', 'any', 'A data part.'),
      optional('file_bytes_base64', 'string', 'A file part with its bytes, in base64.'),
      optional('file_url', 'string', 'A file part by its address.'),
      optional('media_type', 'string', 'The media type of the parts.'),
      optional('filename', 'string', 'The name of the file.'),
      optional('name', 'string', 'A property of the artifact.'),
      optional('description', 'string', 'A property of the artifact.'),
      ...chunking,
      optional('metadata', 'map', 'A property of the artifact.'),
      optional('extensions', 'list', 'URIs of extensions.'),
    ],
  },
  { name: 'load_context', about: 'The value stored for this conversation, or null.', parameters: [] },
  {
    name: 'update_context',
    about: 'Stores a value for this conversation in place of the one before; all its tasks share it.',
    parameters: [required('context', 'any', 'Any JSON value.')],
  },
  {
    name: 'accepts',
    about: 'Whether the client takes this media type: exact, no wildcards.',
    parameters: [required('mime_type', 'string', 'Such as "application/json".')],
  },
  {
    name: 'get',
    about: 'A property of the context.',
    parameters: [required('field', 'string', `One of ${contextFields.join(', ')}.`)],
  },
  {
    name: 'dep',
    about: 'A dependency of the server; without a default a missing one is an error.',
    parameters: [
      required('key', 'string', 'Its key.'),
      optional('default', 'any', 'The value when the key is missing.'),
    ],
  },
];

/** Operations around the worker: of clients, of the server, of time. */
const serverOperations: readonly OperationSpec[] = [
  {
    name: 'new_task',
    about: 'A client sends a message that creates a task, and a worker picks it up.',
    parameters: [...asking, contextId],
  },
  {
    name: 'follow_up',
    about: 'The client answers a task that waits for it, and a worker picks it up.',
    parameters: [...asking, contextId],
  },
  {
    name: 'send',
    about: 'A client sends a message to a task, or to create one; no worker picks it up yet.',
    parameters: [...asking, contextId, optional('task_id', 'string', 'The task that the message is for.')],
  },
  { name: 'pick_up', about: 'A worker picks the submitted task up.', parameters: [] },
  { name: 'cancel', about: 'The client asks for cancellation.', parameters: [] },
  { name: 'force_cancel', about: 'The grace period is over: the server cancels.', parameters: [] },
  { name: 'handler_return', about: 'The worker’s handler returns.', parameters: [] },
  {
    name: 'handler_raise',
    about: 'The worker’s handler raises an exception.',
    parameters: [required('message', 'string', 'Its text.')],
  },
  { name: 'handler_end', about: 'The handler ends after its lifecycle call came too late.', parameters: [] },
  {
    name: 'advance',
    about: 'Time passes.',
    parameters: [required('seconds', 'number', 'How much.')],
  },
  { name: 'read_stored_task', about: 'The task as storage has it, without buffered chunks.', parameters: [] },
  {
    name: 'export',
    about: 'The task as a client gets it.',
    parameters: [
      optional('version', 'string', 'The version of the protocol: "0.3" or "1.0".'),
      optional('history_length', 'number', 'The maximum number of latest messages.'),
    ],
  },
  {
    name: 'export_stream',
    about: 'All updates that a subscriber of the task has received since its start.',
    parameters: [optional('version', 'string', 'The version of the protocol: "0.3" or "1.0".')],
  },
  {
    name: 'export_contains',
    about: 'Whether a text occurs in any export.',
    parameters: [required('text', 'string', 'The text to look for.')],
  },
];

export const operationSpecs: readonly OperationSpec[] = [...workerOperations, ...serverOperations];

/** Parameters that are never stored with a call, because they may hold secrets. */
export const transientParameters: readonly string[] = ['request_context'];
