import { ok } from '../../../base/result.ts';
import type { RecordValue } from '../../model/value.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { mcpResult } from '../../importing/messages/mcp-result.ts';
import { counted, createImportReport, type ImportReport, info } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { entriesIn, type Entry } from './shapes.ts';
import { noteSystem } from '../../importing/notes.ts';
import { findAt, hasListAt, textAt, recordAt, elementsAt } from '../../importing/values/where.ts';
import type { Path } from '../../model/path.ts';

export const read: Read = ({ value }) => {
  const entries = entriesIn(value);
  const server = entries.map((entry) => textAt(entry?.value, serverName)).find((name) => name !== undefined);
  const title = shortTitle(server === undefined ? 'tools of an MCP server' : `tools of ${server}`);
  return ok({ sessions: [{ title, system: 'task', open: () => ok(toSession(entries, title)) }] });
};

const serverName = 'result.serverInfo.name';

function toSession(entries: readonly (Entry | undefined)[], title: string): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const log = new Log(matcher, report);
  entries.forEach((entry, index) => {
    if (entry !== undefined) return log.read(entry);
    report.note(
      'lost',
      'mcp/entry',
      [index],
      (n) =>
        `${counted(n, 'entry', 'entries')} of the log that ${n === 1 ? 'is' : 'are'} no message of the protocol: left out.`,
    );
  });
  report.note(
    'info',
    'mcp/no-conversation',
    null,
    () => 'The protocol shows the uses of tools only: what the user and the model said is not in it.',
  );
  return toTaskSession(
    {
      title,
      importer: 'mcp',
      agent: log.client,
      declared: [...log.tools],
      recording: log.recording,
      entries: matcher.entries(),
    },
    report,
  );
}

/** Reads the messages of both directions in order. */
class Log {
  client: string | undefined;
  readonly tools = new Set<string>();
  recording: RecordValue = {};
  readonly #matcher: CallMatcher;
  readonly #report: ImportReport;
  /** Ids of calls without an answer so far. */
  readonly #open = new Set<string>();
  /** Ids of other requests without an answer. Each side numbers its own requests, so the server may use an id of the client. */
  readonly #others = new Set<string>();

  constructor(matcher: CallMatcher, report: ImportReport) {
    this.#matcher = matcher;
    this.#report = report;
  }

  read(entry: Entry): void {
    const { value: rpc, place } = entry;
    // In JSON-RPC, 1 and "1" are different ids.
    const id = typeof rpc['id'] === 'string' || typeof rpc['id'] === 'number' ? JSON.stringify(rpc['id']) : undefined;
    const method = textAt(rpc, 'method');
    if (method === undefined) return this.#answer(entry, id);
    const name = method === 'tools/call' ? textAt(rpc, 'params.name') : undefined;
    if (name !== undefined) {
      if (id !== undefined) this.#open.add(id);
      return this.#matcher.addCall({ id, name, input: findAt(rpc, 'params.arguments')?.value ?? {}, place });
    }
    if (id !== undefined) this.#others.add(id);
    if (textAt(rpc, 'params.protocolVersion') !== undefined) this.client = textAt(rpc, 'params.clientInfo.name');
    noteOther(place, this.#report);
  }

  #answer({ value: rpc, place, at }: Entry, id: string | undefined): void {
    const isOther = id !== undefined && this.#others.has(id) && !(this.#open.has(id) && endsCall(rpc));
    if (isOther) this.#others.delete(id);
    if (id !== undefined && !isOther && this.#open.delete(id)) {
      const result = resultOf(rpc, place, this.#report);
      const when = at && readInstant(at.value, at.place, this.#report);
      return this.#matcher.addResult({ id, name: undefined, place }, { ...result, at: when });
    }
    for (const tool of elementsAt(rpc, 'result.tools')) {
      const name = textAt(tool, 'name');
      if (name !== undefined) this.tools.add(name);
    }
    const protocol = textAt(rpc, 'result.protocolVersion');
    if (protocol !== undefined) {
      const server = textAt(rpc, serverName);
      this.recording = { protocol, ...(server !== undefined && { server }) };
      const instructions = textAt(rpc, 'result.instructions');
      if (instructions !== undefined) noteSystem([...place, 'result', 'instructions'], this.#report);
    }
    noteOther(place, this.#report);
  }
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

const noteOther = info(
  'mcp/other',
  (n) => `${counted(n, 'message')} of the protocol about anything but the use of a tool: not shown as turns.`,
);
