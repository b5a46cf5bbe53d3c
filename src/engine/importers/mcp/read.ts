import { ok } from '../../../base/result.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { type ImportReport, notesOf } from '../../importing/import-report.ts';
import type { Read } from '../../importing/importer.ts';
import {
  type JournalFormat,
  type JournalRecord,
  type Meanings,
  readRecords,
  sessionOf,
} from '../../importing/journal/journal.ts';
import { present } from '../../importing/values/present.ts';
import { offeredAt } from '../../importing/tools/offered-tools.ts';
import { mcpResult } from '../../importing/messages/mcp-result.ts';
import { noteSystem } from '../../importing/notes.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { stopped } from '../../importing/transcript/call-ends.ts';
import { type CallResult, waiting } from '../../importing/transcript/transcript.ts';
import { findAt, hasListAt, textAt, recordAt, elementsAt } from '../../importing/values/where.ts';
import { entriesIn } from './shapes.ts';

export const read: Read = ({ value }) => {
  const records = entriesIn(value).map((entry, index) =>
    entry === undefined
      ? { kind: 'no message', value: {}, place: [index] }
      : { ...entry, kind: textAt(entry.value, 'method') ?? '' },
  );
  return ok({ sessions: [sessionOf(log, records)] });
};

const log: JournalFormat = {
  importer: 'mcp',
  titles: (records) => [`tools of ${serverIn(records) ?? 'an MCP server'}`],
  untitled: 'tools of an MCP server',
  read: (records, report) => readRecords(records, (matcher) => meaningsOf(matcher, report, serverIn(records)), report),
  about: (records) => ({
    agent: firstText(records, 'params.clientInfo.name'),
    recording: present({ protocol: firstText(records, 'result.protocolVersion'), server: serverIn(records) }),
  }),
};

const firstText = (records: readonly JournalRecord[], where: string): string | undefined =>
  records.map(({ value }) => textAt(value, where)).find((text) => text !== undefined);

const serverIn = (records: readonly JournalRecord[]): string | undefined =>
  firstText(records, 'result.serverInfo.name');

/** Messages of both directions in order. An answer has no method. */
function meaningsOf(matcher: CallMatcher, report: ImportReport, server: string | undefined): Meanings {
  /** Ids of calls without an answer so far. */
  const open = new Set<string>();
  /** Ids of other requests without an answer. Each side numbers its own requests, so the server may use an id of the client. */
  const others = new Set<string>();
  /** Calls that run as tasks, by the id of the task; a task's result answers a request of its own. */
  const tasks = new Map<string, string>();
  const askedFor = new Map<string, string>();
  return {
    kinds: {
      'tools/call'({ value, place }) {
        const id = idOf(value);
        if (id !== undefined) open.add(id);
        const input = findAt(value, 'params.arguments')?.value ?? {};
        matcher.addCall({ id, name: textAt(value, 'params.name') ?? '', input, place });
      },
      // https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
      'tasks/result'({ value, place }) {
        const [id, call] = [idOf(value), tasks.get(textAt(value, 'params.taskId') ?? '')];
        if (id !== undefined && call !== undefined) askedFor.set(id, call);
        notes.other(place, report);
      },
      'notifications/cancelled'({ value, place, at }) {
        const id = idOf({ id: findAt(value, 'params.requestId')?.value });
        if (id === undefined || !open.delete(id)) return notes.other(place, report);
        const reason = textAt(value, 'params.reason') ?? 'the client cancelled the request';
        matcher.addResult({ id, name: undefined, place }, { ...stopped(reason), at });
      },
      ''({ value, place, at }) {
        const id = idOf(value);
        const [call, task] = [askedFor.get(id ?? ''), textAt(value, 'result.task.taskId')];
        if (id !== undefined && call !== undefined) {
          askedFor.delete(id);
          return matcher.addResult({ id: call, name: undefined, place }, { ...resultOf(value, place, report), at });
        }
        if (id !== undefined && task !== undefined && open.delete(id)) {
          tasks.set(task, id);
          return matcher.addResult({ id, name: undefined, place }, waiting('the server runs it as a task'));
        }
        const isOther = id !== undefined && others.has(id) && !(open.has(id) && endsCall(value));
        if (isOther) others.delete(id);
        else if (id !== undefined && open.delete(id))
          return matcher.addResult({ id, name: undefined, place }, { ...resultOf(value, place, report), at });
        matcher.addTools(offeredAt({ value, place }, 'result.tools', present({ server })));
        if (textAt(value, 'result.instructions') !== undefined)
          noteSystem([...place, 'result', 'instructions'], report);
        notes.other(place, report);
      },
      'no message': ({ place }) => notes.entry(place, report),
    },
    shapes: { 'tools/call': { 'params.name': 'text' } },
    otherwise({ value, place }) {
      const id = idOf(value);
      const isOwn = ownMethod.test(textAt(value, 'method') ?? '');
      if (id !== undefined) others.add(id);
      (isOwn ? notes.other : notes.foreign)(place, report);
    },
    atEnd: () => notes['no-conversation'](null, report),
  };
}

/** Methods of the protocol, in all of its versions: other protocols on JSON-RPC may be in the same log. */
const ownMethod =
  /^(?:initialize|ping|(?:tools|resources|prompts|completion|logging|sampling|roots|elicitation|tasks|notifications|server|\$|x|ui)\/.*)$/s;

/** In JSON-RPC, 1 and "1" are different ids. */
function idOf({ id }: { readonly id?: Value | undefined }): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : undefined;
}

/** When an id belongs to both a call and another request: true if the answer has a form that only a tool call’s answer has. */
function endsCall(rpc: RecordValue): boolean {
  const error = recordAt(rpc, 'error');
  if (error !== undefined) return error['code'] !== methodNotFound;
  return hasListAt(rpc, 'result.content') || recordAt(rpc, 'result.structuredContent') !== undefined;
}

/** The error of a client that does not support the server’s request. https://www.jsonrpc.org/specification#error_object */
const methodNotFound = -32_601;

/**
 * | in the answer to `tools/call` | outcome |
 * | --- | --- |
 * | `error` of JSON-RPC | errored, with its message |
 * | `isError: true` of the result | errored, with its text |
 * | a task, whose result is not in the log | pending |
 * | none, and the client cancelled the request | errored: it was stopped |
 * | anything else | successful |
 */
function resultOf(rpc: RecordValue, place: Path, report: ImportReport): CallResult {
  const error = recordAt(rpc, 'error');
  if (error !== undefined)
    return { outcome: 'error', output: undefined, reason: textAt(error, 'message') ?? 'the request failed' };
  const structured = recordAt(rpc, 'result.structuredContent');
  const isError = findAt(rpc, 'result.isError')?.value === true;
  return mcpResult(elementsAt(rpc, 'result.content'), structured, isError, [...place, 'result', 'content'], report);
}

const notes = notesOf('mcp', {
  lost: {
    entry: '{# entry|# entries} of the log that {is not a message|are not messages} of the protocol: left out.',
    foreign: '{# message} with a method that the protocol does not have, left out with any answer.',
  },
  info: {
    other: '{# message} of the protocol about something else than tool calls: not shown as turns.',
    'no-conversation': 'The protocol contains only tool calls: the conversation is not recorded.',
  },
});
