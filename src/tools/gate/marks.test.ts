import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { GateDecision } from '../../engine/model/gate-decision.ts';
import { toJson } from '../../engine/model/json.ts';
import type { Value } from '../../engine/model/value.ts';
import { openEntry, type OpenSession } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { rowOf } from '../../worker/methods/turns.ts';
import type { Hook, Pending } from './agents/hook-agent.ts';
import type { Decision } from './decision.ts';
import { FollowedTranscript } from './followed-transcript.ts';
import { recordOf } from './record.ts';
import { choicesFor } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const importers = join(import.meta.dirname, '../../engine/importers');
const recordings = ['claude-code', 'codex', 'gemini-cli'].flatMap((agent) =>
  readdirSync(join(importers, agent, 'fixtures'))
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => [agent, name] as const),
);

async function opened(text: string): Promise<OpenSession> {
  const read = await openText(text);
  const open = read.ok ? openEntry(read.value, 0, systemOf) : read;
  if (!open.ok) throw new Error(open.problem.message);
  return open.value;
}

/** What hooks of the agent would have been about, turn by turn. Gemini CLI gives its calls no id. */
function hooksOf({ history }: OpenSession, agent: string): readonly Pending[] {
  return history.turns.flatMap((turn): readonly Pending[] => {
    const { kind, text = '', index } = turn;
    if (kind === 'input') return text === '' ? [] : [{ at: 'prompt', text }];
    if (kind === 'llm') return turn.answers ? [{ at: 'answer', text, isAgain: index % 2 === 0 }] : [];
    const invocation = turn.invocation === undefined ? undefined : history.invocations[turn.invocation];
    if (invocation === undefined) return [];
    const id = agent === 'gemini-cli' ? undefined : `t${index}`;
    const call = { id, name: invocation.function, input: invocation.input };
    return [
      { at: 'before-call', call },
      { at: 'after-call', call, output: invocation.output },
    ];
  });
}

/** Every decision occurs at every kind of hook. */
function decisionAt(index: number): Decision {
  const reason = `reason ${index}`;
  const all: readonly Decision[] = [
    { kind: 'pass' },
    { kind: 'deny', reason },
    { kind: 'ask', reason },
    { kind: 'pass' },
    { kind: 'unjudged', reason },
  ];
  return all[index % all.length] ?? { kind: 'pass' };
}

interface Line {
  readonly text: string;
  readonly pending: Pending;
  /** As the log has it. */
  readonly gate: {
    readonly decision: string;
    readonly answer?: string;
    readonly reason?: string;
    readonly rules?: readonly string[];
  };
  readonly timestamp: string;
}

/** The lines that the gate would have logged; a call that was denied has no result. `gates`: so many log each hook. */
function logOf(hooks: readonly Pending[], agent: string, gates: number): readonly Line[] {
  const choices = choicesFor('policy.yaml', { agent });
  const lines: Line[] = [];
  let isDenied = false;
  for (const pending of hooks) {
    if (pending.at === 'after-call' && isDenied) continue;
    for (let gate = 0; gate < gates; gate++) {
      const index = lines.length;
      const decision = decisionAt(index);
      const hook: Hook = { event: pending.at, session: 's', transcript: '/t', isOfSubAgent: false, pending };
      const rules = decision.kind === 'pass' ? [] : [`rules[${index}]`];
      const record = recordOf(choices, { decision, hook, rules, turn: index, tookMs: 1 }) as Omit<
        Line,
        'text' | 'pending'
      >;
      const timestamp = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
      isDenied = (record.gate.answer ?? record.gate.decision) === 'deny';
      lines.push({ text: toJson({ ...record, timestamp }), pending, gate: record.gate, timestamp });
    }
  }
  return lines;
}

const abouts = { prompt: 'prompt', 'before-call': 'call', 'after-call': 'result', answer: 'answer' } as const;

const marksIn = ({ history }: OpenSession) =>
  history.turns.flatMap((turn) => (turn.gate ?? []).map((gate) => ({ turn, gate })));

/** What the mark of a line must say. */
const markOf = ({ gate: { decision, answer, reason, rules }, pending, timestamp }: Line) => ({
  decision,
  about: abouts[pending.at],
  ...(answer !== undefined && { answer }),
  ...(reason !== undefined && { reason }),
  ...(rules !== undefined && { rules }),
  at: timestamp,
});

function saidAt({ history }: OpenSession, { text, invocation }: OpenSession['history']['turns'][number]) {
  return invocation === undefined ? text : history.invocations[invocation]?.function;
}

const saidIn = (pending: Pending) => ('call' in pending ? pending.call.name : pending.text);

describe.each(recordings)('the log of %s guarded in %s', (agent, name) => {
  test.each([1, 2])('by %i gates: each line is one mark, at the turn that it is about', async (gates) => {
    const recorded = await opened(readFileSync(join(importers, agent, 'fixtures', name), 'utf8'));
    const lines = logOf(hooksOf(recorded, agent), agent, gates);
    expect(lines.length).toBeGreaterThan(0);
    const open = await opened(`${lines.map(({ text }) => text).join('\n')}\n`);
    const marks = marksIn(open);
    const byTime = new Map(marks.map((mark) => [mark.gate.at, mark]));
    expect(byTime.size).toBe(marks.length);
    const lost = lines.filter(({ timestamp }) => !byTime.has(timestamp));
    const noted = open.notes.find(({ code }) => code === 'claude-code/gate-other');
    expect(noted?.message ?? '0').toMatch(new RegExp(`^${lost.length}\\b`));
    // Only what the program itself wrote in the user's place is no turn.
    for (const { pending } of lost)
      expect([pending.at, saidIn(pending)]).toEqual(['prompt', expect.stringMatching(/^\s*[<[]/)]);
    for (const line of lines) {
      const mark = byTime.get(line.timestamp);
      if (mark === undefined) continue;
      expect(mark.gate).toEqual(markOf(line));
      expect(saidAt(open, mark.turn)?.trim()).toBe(saidIn(line.pending).trim());
    }
    // A call that another gate has let pass has a result.
    const denied = lines.filter(
      ({ pending, gate }) => gates === 1 && pending.at === 'before-call' && (gate.answer ?? gate.decision) === 'deny',
    );
    for (const { timestamp } of denied) {
      const turn = byTime.get(timestamp)?.turn;
      expect(turn && rowOf(open.history, turn).outcome).toBe('restricted');
    }
    // A row has them all, and so has the session's file.
    const rows = open.history.turns.map((turn) => rowOf(open.history, turn).gate);
    expect(rows).toEqual(open.history.turns.map((turn) => turn.gate ?? null));
    const { system, header, events } = open.session;
    // Values, although the types of events do not say so.
    const saved = await opened(
      toJson({ format: 'contextscope/session', version: 1, system, header, events } as unknown as Value),
    );
    expect(gatesIn(saved)).toEqual(gatesIn(open));
    await expectGrownEqual(lines, gatesIn(open));
  });
});

const gatesIn = ({ history }: OpenSession): readonly (readonly GateDecision[] | undefined)[] =>
  history.turns.map(({ gate }) => gate);

/** The log as it arrives, some lines at a time. */
async function expectGrownEqual(lines: readonly Line[], whole: readonly (readonly GateDecision[] | undefined)[]) {
  const file = join(folder, 'grown.jsonl');
  writeFileSync(file, '');
  const grown = new FollowedTranscript(file);
  let last: OpenSession | null = null;
  for (let from = 0; from < lines.length; from += 7) {
    appendFileSync(
      file,
      lines
        .slice(from, from + 7)
        .map(({ text }) => `${text}\n`)
        .join(''),
    );
    const read = await grown.read();
    if (!read.ok) throw new Error(read.problem.message);
    last = read.value;
  }
  expect(last === null ? null : gatesIn(last)).toEqual(whole);
}
