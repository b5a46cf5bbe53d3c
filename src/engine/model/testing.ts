import { defaultDecisions } from './decisions.ts';
import type { ContextView } from './context-view.ts';
import { contextAt } from './context-view.ts';
import type { History, TurnIndex } from './history.ts';
import { HistoryBuilder } from './history-builder.ts';
import type { Session } from './session.ts';
import type { RecordValue, Value } from './value.ts';

/**
 * Builds a session from a text, one line a turn:
 *
 *     user {"ticket_id": "T-1"}: book a table
 *     model (100+20): I look it up first
 *     lookup({"id": 1}) -> {"status": "open"}
 *     refund({"amount": 1200}) !! HTTP 503
 *     refund({"amount": 1200}) xx blocked before it ran
 *     refund({"amount": 1200}) -> {"ok": true} xx withheld after it ran
 *     refund({"amount": 1200}) .. waits for an approval
 *     refund({"amount": 1200}) ?? no result is recorded
 *     research_agent@child-1({"message": "find"}) -> "found"
 *     agent (100+20) {"status": "closed"}: here you are
 *
 * `user` is an input, `model` a model call without an answer, `agent` a model call that answers the user.
 * `(prompt+completion)` are tokens, without which they are unknown; braces are parameters or exposed values.
 * Turn n happens n minutes after 2026-05-20T03:00:00Z. The events are those of the task system.
 */
export function sessionOf(text: string, header: RecordValue = {}): Session {
  const lines = linesOf(text);
  return {
    system: 'task',
    header: { ...defaultHeader, ...header },
    events: lines.flatMap((line, turn) => eventsOf(line, instantOf(turn))),
    notes: [],
  };
}

/** Converts the same notation to the columns behind the context view, for tests that need no system. */
export function historyOf(text: string, declared: readonly string[] = []): History {
  const builder = new HistoryBuilder({
    agent: { name: 'support-agent', namespace: 'prod-eu', startedAt: instantOf(0) },
    user: { id: 'u-1', email: null },
    model: 'gemini/gemini-2.5-flash',
    functions: declared.map((key) => ({ key, kind: 'tool' })),
    nodes: [],
  });
  let event = 0;
  for (const [turn, line] of linesOf(text).entries()) {
    addLine(builder, line, { event, at: instantOf(turn), node: undefined, tookMs: undefined });
    event += line.kind === 'agent' ? 2 : 1;
  }
  return builder.history;
}

/** The context view after a turn, with the default decisions. */
export const contextOf = (text: string, turn: TurnIndex): ContextView =>
  contextAt(historyOf(text), turn, defaultDecisions);

const defaultHeader = {
  title: 'a test',
  agent: { name: 'support-agent', namespace: 'prod-eu' },
  user: { id: 'u-1', email: null },
  model: 'gemini/gemini-2.5-flash',
  started_at: '2026-05-20T03:00:00Z',
};

const instantOf = (turn: number) => new Date(Date.UTC(2026, 4, 20, 3, turn)).toISOString().replace('.000Z', 'Z');

type Line = Spoken | Called;

interface Spoken {
  readonly kind: 'user' | 'model' | 'agent';
  readonly text: string;
  readonly values: RecordValue | undefined;
  readonly tokens: { readonly prompt: number; readonly completion: number } | undefined;
}

interface Called {
  readonly kind: 'call';
  readonly function: string;
  readonly taskId: string | undefined;
  readonly args: Value;
  readonly outcome: 'ok' | 'error' | 'blocked_before' | 'blocked_after' | 'pending' | 'no_result';
  readonly output: Value | undefined;
  readonly reason: string | undefined;
}

const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => spokenLine(line) ?? calledLine(line) ?? refuse(line));

const refuse = (line: string): never => {
  throw new Error(`no line of a session: ${line}`);
};

const spoken = /^(user|model|agent)\s*(?:\((\d+)\+(\d+)\))?\s*(\{.*?\})?:\s*(.*)$/;

function spokenLine(line: string): Spoken | null {
  const match = spoken.exec(line);
  if (match === null) return null;
  const [, kind, prompt, completion, values, text = ''] = match;
  return {
    kind: kind as Spoken['kind'], // the pattern allows nothing else
    text,
    values: values === undefined ? undefined : (JSON.parse(values) as RecordValue), // the pattern asks for braces
    tokens: prompt === undefined ? undefined : { prompt: Number(prompt), completion: Number(completion) },
  };
}

const called = /^([^\s(@]+)(?:@([^\s(]+))?\((.*?)\)\s*(?:->\s*(.+?))?\s*(?:(!!|xx|\.\.|\?\?)\s*(.*))?$/;

function calledLine(line: string): Called | null {
  const match = called.exec(line);
  if (match === null) return null;
  const [, name = '', taskId, args = '', output, mark, reason] = match;
  return {
    kind: 'call',
    function: name,
    taskId,
    args: args === '' ? {} : (JSON.parse(args) as Value), // what JSON.parse yields is a value
    outcome: outcomeOf(mark, output),
    output: output === undefined ? undefined : (JSON.parse(output) as Value), // likewise
    reason,
  };
}

function outcomeOf(mark: string | undefined, output: string | undefined): Called['outcome'] {
  if (mark === undefined) return 'ok';
  if (mark === '!!') return 'error';
  if (mark === '..') return 'pending';
  if (mark === '??') return 'no_result';
  return output === undefined ? 'blocked_before' : 'blocked_after';
}

const messageOf = (text: string): readonly Value[] => [{ mimeType: 'text/plain', text }];

const present = (fields: { readonly [key: string]: unknown }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function eventsOf(line: Line, at: string): readonly object[] {
  switch (line.kind) {
    case 'user':
      return [present({ type: 'input-received', at, message: messageOf(line.text), params: line.values })];
    case 'call':
      return [
        present({
          type: 'capability-invoked',
          at,
          function: line.function,
          args: line.args,
          outcome: line.outcome,
          output: line.output,
          error: line.reason,
          task_id: line.taskId,
        }),
      ];
    default: {
      const model = present({ type: 'model-called', at, text: line.text, tokens: line.tokens });
      const output = present({ type: 'output-sent', at, message: messageOf(line.text), exposes: line.values });
      return line.kind === 'agent' ? [model, output] : [model];
    }
  }
}

const outcomes = {
  ok: 'successful',
  error: 'errored',
  blocked_before: 'restricted',
  blocked_after: 'restricted',
  pending: 'pending',
  no_result: 'no-result',
} as const;

function addLine(builder: HistoryBuilder, line: Line, moment: Parameters<HistoryBuilder['input']>[0]): void {
  switch (line.kind) {
    case 'user':
      return builder.input(moment, { message: messageOf(line.text), ...line.values });
    case 'call':
      return builder.capability(moment, {
        function: line.function,
        input: line.args,
        output: recordedOutput(line),
        outcome: outcomes[line.outcome],
        taskId: line.taskId ?? null,
        reason: line.reason,
      });
    default:
      builder.model(moment, line.text, [], {
        prompt: line.tokens?.prompt,
        completion: line.tokens?.completion,
        total: undefined,
      });
      if (line.kind === 'agent') builder.output(moment.at, { message: messageOf(line.text), ...line.values });
  }
}

function recordedOutput({ outcome, output, reason }: Called): Value | undefined {
  if (output !== undefined) return output;
  if (outcome === 'blocked_before') return null;
  return outcome === 'error' ? { error: reason ?? '' } : undefined;
}
