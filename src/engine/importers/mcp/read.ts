import * as v from 'valibot';
import { ok } from '../../../base/result.ts';
import { isList } from '../../model/value.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { mcpResult } from '../../importing/messages/mcp-result.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { Initialize, Initialized, Tool, ToolResult, ToolsCall, ToolsList, type Rpc } from './format.ts';
import { entriesIn, type Entry } from './shapes.ts';
import { noteSystem } from '../../importing/notes.ts';

export const read: Read = ({ value }) => {
  const entries = entriesIn(value);
  const server = serverIn(entries);
  const title = shortTitle(server === undefined ? 'tools of an MCP server' : `tools of ${server}`);
  return ok({ sessions: [{ title, system: 'task', open: () => ok(toSession(entries, title)) }] });
};

function serverIn(entries: readonly (Entry | undefined)[]): string | undefined {
  for (const entry of entries) {
    const body = v.safeParse(Initialized, entry?.rpc.result);
    if (body.success && body.output.serverInfo?.name !== undefined) return body.output.serverInfo.name;
  }
  return undefined;
}

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
  recording: { readonly [key: string]: string } = {};
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
    const { rpc, place } = entry;
    // In JSON-RPC, 1 and "1" are different ids.
    const id = rpc.id === undefined ? undefined : JSON.stringify(rpc.id);
    if (rpc.method === undefined) return this.#answer(entry, id);
    const call = rpc.method === 'tools/call' ? v.safeParse(ToolsCall, rpc.params) : undefined;
    if (call?.success === true) {
      if (id !== undefined) this.#open.add(id);
      const { name, arguments: input } = call.output;
      return this.#matcher.addCall({ id, name, input: input ?? {}, place });
    }
    if (id !== undefined) this.#others.add(id);
    const hello = v.safeParse(Initialize, rpc.params);
    if (hello.success) this.client = hello.output.clientInfo?.name;
    noteOther(place, this.#report);
  }

  #answer(entry: Entry, id: string | undefined): void {
    const { rpc, place, at } = entry;
    const isOther = id !== undefined && this.#others.has(id) && !(this.#open.has(id) && endsCall(rpc));
    if (isOther) this.#others.delete(id);
    if (id !== undefined && !isOther && this.#open.delete(id)) {
      const result = resultOf(rpc, place, this.#report);
      const when = at && readInstant(at.value, at.place, this.#report);
      return this.#matcher.addResult({ id, name: undefined, place }, { ...result, at: when });
    }
    const list = v.safeParse(ToolsList, rpc.result);
    for (const tool of list.success ? list.output.tools : []) {
      const named = v.safeParse(Tool, tool);
      if (named.success) this.tools.add(named.output.name);
    }
    const hello = v.safeParse(Initialized, rpc.result);
    if (hello.success) {
      const { protocolVersion: protocol, serverInfo, instructions } = hello.output;
      this.recording = { protocol, ...(serverInfo?.name !== undefined && { server: serverInfo.name }) };
      if (instructions !== undefined) noteSystem([...place, 'result', 'instructions'], this.#report);
    }
    noteOther(place, this.#report);
  }
}

/** When an id belongs to both a call and another request: true if the answer has a form that only a tool call’s answer has. */
function endsCall({ result, error }: Rpc): boolean {
  if (error !== undefined) return error.code !== methodNotFound;
  return result !== undefined && (isList(result['content'] ?? null) || 'structuredContent' in result);
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
function resultOf({ result, error }: Rpc, place: Entry['place'], report: ImportReport): CallResult {
  if (error !== undefined)
    return { outcome: 'error', output: undefined, reason: error.message ?? 'the request failed' };
  const parsed = v.safeParse(ToolResult, result);
  const { content = [], structuredContent, isError } = parsed.success ? parsed.output : {};
  return mcpResult(content, structuredContent, isError === true, [...place, 'result', 'content'], report);
}

const noteOther = (place: Entry['place'], report: ImportReport): void =>
  report.note(
    'info',
    'mcp/other',
    place,
    (n) => `${counted(n, 'message')} of the protocol about anything but the use of a tool: no turns.`,
  );
