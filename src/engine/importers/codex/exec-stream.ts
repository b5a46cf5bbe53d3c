import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher, type CallMatcher, type RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type CallResult, tokensTold } from '../../importing/transcript/transcript.ts';
import { ExecEvent, ExecItem } from './exec-format.ts';
import { noteCodex } from './notes.ts';
import { withCodexOutcome } from './outcomes.ts';
import { noteReasoning } from '../../importing/notes.ts';

/** Reads the output of `codex exec --json`. */
export function sessionOfExec(values: readonly Value[]): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const stream = new ExecStream(matcher, report);
  let thread: string | undefined;
  values.forEach((value, index) => {
    const event = v.safeParse(ExecEvent, value);
    if (!event.success) return noteCodex('line', [index], report);
    thread ??= event.output.thread_id;
    stream.read(event.output, [index]);
  });
  stream.end();
  noteCodex('no-prompt', [], report);
  return toTaskSession(
    {
      title: titleOfExec,
      importer: 'codex',
      agent: 'Codex',
      declared: [],
      recording: thread === undefined ? {} : { session: thread },
      entries: matcher.entries(),
    },
    report,
  );
}

export const titleOfExec = 'Codex run';

interface Answer {
  readonly texts: string[];
  /** Calls that began together, with their results. */
  readonly calls: Map<string, RequestedCall>;
  readonly place: Path;
  readonly alsoAt: Path[];
}

class ExecStream {
  readonly #matcher: CallMatcher;
  readonly #report: ImportReport;
  #answer: Answer | undefined;

  constructor(matcher: CallMatcher, report: ImportReport) {
    this.#matcher = matcher;
    this.#report = report;
  }

  read({ type, item, usage, error, message }: ExecEvent, place: Path): void {
    switch (type) {
      case 'item.started':
      case 'item.updated':
      case 'item.completed': {
        const read = v.safeParse(ExecItem, item);
        if (!read.success) return noteCodex('line', place, this.#report);
        return this.#item(read.output, type === 'item.completed', [...place, 'item']);
      }
      case 'turn.completed': {
        this.end();
        const sums = tokensTold(usage?.input_tokens, usage?.output_tokens);
        if (sums === undefined) return;
        noteCodex('sums', place, this.#report);
        return this.#matcher.addTotals(sums, place);
      }
      case 'turn.failed':
      case 'error':
        this.end();
        return this.#failed(error?.message ?? message ?? '', place);
      case 'thread.started':
      case 'turn.started':
        // An interrupted turn has no line that ends it.
        this.end();
        return noteCodex('surroundings', place, this.#report);
      default:
        return noteCodex('surroundings', place, this.#report);
    }
  }

  end(): void {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer === undefined) return;
    const { texts, calls, place, alsoAt } = answer;
    const message = texts.map((text) => ({ mimeType: 'text/plain', text }));
    this.#matcher.addModelTurn({ message, tokens: undefined, at: undefined, place, alsoAt }, [...calls.values()]);
  }

  #item(item: ExecItem, isOver: boolean, place: Path): void {
    if (item.type === 'agent_message') {
      if (!isOver) return noteCodex('repeated', place, this.#report);
      if (this.#current(place).calls.size > 0) this.end();
      const answer = this.#current(place);
      answer.texts.push(item.text ?? '');
      if (answer.place !== place) answer.alsoAt.push(place);
      return;
    }
    if (item.type === 'reasoning') return isOver ? noteReasoning(place, this.#report) : undefined;
    if (item.type === 'error') return this.#failed(item.message ?? '', place);
    const call = callOf(item, place);
    if (call === undefined) return noteCodex('surroundings', place, this.#report);
    // If all earlier calls have ended, another answer requested this call.
    const open = this.#answer?.calls;
    const areOver =
      open !== undefined && open.size > 0 && [...open.values()].every(({ result }) => result !== undefined);
    if (areOver && !open.has(item.id)) this.end();
    const answer = this.#current(place);
    const known = answer.calls.get(item.id);
    const result = isOver ? { ...resultOf(item), place } : undefined;
    answer.calls.set(item.id, { ...(known ?? call), result });
  }

  #current(place: Path): Answer {
    return (this.#answer ??= { texts: [], calls: new Map<string, RequestedCall>(), place, alsoAt: [] });
  }

  #failed(words: string, place: Path): void {
    this.#report.note(
      'info',
      'codex/error',
      place,
      (n) =>
        `${n === 1 ? 'An error' : `${n} errors`} of the program or of the service, the first “${words.slice(0, 200)}”.`,
    );
  }
}

function callOf({ id, type, command, changes, tool, arguments: args, query }: ExecItem, place: Path) {
  switch (type) {
    case 'command_execution':
      return { id, name: 'shell', input: { command: command ?? null }, place };
    case 'file_change':
      return { id, name: 'apply_patch', input: { changes: changes ?? null }, place };
    case 'mcp_tool_call':
      return { id, name: tool ?? 'mcp', input: args, place };
    case 'web_search':
      return { id, name: 'web_search', input: { query: query ?? null }, place };
    default:
      return undefined;
  }
}

/**
 * | in the stream | outcome |
 * | --- | --- |
 * | `status: declined` | restricted |
 * | `status: failed`, or an `exit_code` that is not 0 | errored |
 * | anything else | successful |
 */
function resultOf({ status, aggregated_output, exit_code, result, error }: ExecItem): CallResult {
  const words = error?.message ?? aggregated_output ?? '';
  if (status === 'declined') {
    return { outcome: 'blocked_before', output: undefined, reason: words || 'the user did not let it run' };
  }
  const output = aggregated_output ?? result;
  if (status === 'failed' || (exit_code !== undefined && exit_code !== 0)) {
    const reason = words || (exit_code === undefined ? 'it failed' : `exit code ${exit_code}`);
    return { outcome: 'error', output, reason };
  }
  return withCodexOutcome({ outcome: 'ok', output }, undefined);
}
