import { beforeAll, describe, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { loadEnvironmentsOf } from '../../environments/registry.ts';
import { contextAt } from '../../model/context-view.ts';
import type { Turn } from '../../model/history.ts';
import { hookIds, type HookId } from '../../model/hooks.ts';
import { isSnapshot } from '../../model/snapshot-moment.ts';
import { elementAt, entry, isList, isMap, type Value } from '../../model/value.ts';
import { openEntry, type OpenSession } from '../../opening/open-session.ts';
import { decisionsOf } from '../../rules/decisions.ts';
import { sweep } from '../../rules/sweep.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';
import { fixtures } from './testing.ts';

/** A few sessions are enough of a file with hundreds. */
const maxSessions = 5;

function sessionsIn(text: string): readonly OpenSession[] {
  const found = openNow(text);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value.entries.slice(0, maxSessions).map((_, index) => {
    const session = openEntry(found.value, index, systemOf);
    if (!session.ok) throw new Error(session.problem.message);
    return session.value;
  });
}

/** The specification's table, written here independently of the engine. */
const runsAt: { readonly [H in HookId]: (turn: Turn) => boolean } = {
  turn: () => true,
  'guardrail.before': ({ kind }) => kind === 'input',
  'guardrail.after': ({ kind, answers }) => kind === 'llm' && answers,
  'middleware.before': ({ kind }) => kind === 'capability',
  'middleware.after': ({ kind }) => kind === 'capability',
  binding: ({ kind }) => kind === 'capability',
  'tool-expression': ({ kind }) => kind === 'capability',
  prompt: ({ kind }) => kind === 'llm',
  script: ({ kind }) => kind === 'llm',
  'cel-ai.input': ({ kind }) => kind === 'input',
  'cel-ai.output': ({ kind, answers }) => kind === 'llm' && answers,
  'cel-ai.tool-call.before': ({ kind }) => kind === 'capability',
  'cel-ai.tool-call.after': ({ kind }) => kind === 'capability',
  'agentgateway.llm.before': ({ kind }) => kind === 'llm',
  'agentgateway.llm.after': ({ kind }) => kind === 'llm',
  'agentgateway.tool-call.before': ({ kind }) => kind === 'capability',
  'agentgateway.tool-call.after': ({ kind }) => kind === 'capability',
};

beforeAll(() => loadEnvironmentsOf(hookIds));

describe.each(fixtures)('$owner/fixtures/$name', { timeout: 120_000 }, ({ text }) => {
  const sessions = sessionsIn(text);

  test('a rule is evaluated at every turn of its hook, and at the snapshot of a session without turns', async () => {
    for (const session of sessions) {
      const turns = session.history.turns.filter(({ kind }) => kind !== 'snapshot');
      expect(session.history.turns.length).toBe(Math.max(1, turns.length));
      for (const hook of hookIds) {
        const rule = { expression: 'true', hook, match: null };
        const { counts } = await sweep(session, rule, decisionsOf(session), unhurried);
        const wanted = turns.length === 0 ? Number(hook === 'turn') : turns.filter(runsAt[hook]).length;
        expect([hook, counts.eligible]).toEqual([hook, wanted]);
        expect(counts.pass + counts.value).toBe(wanted);
      }
    }
  });

  test('the transcript shows each answer in context.output at its turn', () => {
    for (const session of sessions) {
      const { history } = session;
      if (isSnapshot(history)) continue;
      const unseen = history.outputs.flatMap(({ turn, value }) => {
        const at = history.turns[turn];
        const words = wordsOf(entry(value, 'message') ?? null);
        return at?.kind === 'llm' && !words.every((text) => isIn(text, at.text ?? '')) ? [{ turn, words }] : [];
      });
      expect(unseen).toEqual([]);
    }
  });

  test('context.output grows only at turns that answer', () => {
    expect(sessions.flatMap(unequalOutputs)).toEqual([]);
  });
});

/** Model calls where `context.output` grows without an answer, or stays the same despite an answer. */
function unequalOutputs(session: OpenSession): readonly string[] {
  const { history } = session;
  if (isSnapshot(history) || history.own !== undefined || history.turns.length > 500) return [];
  const decisions = decisionsOf(session);
  const sizes = history.turns.map(({ index }) => {
    const outputs = contextAt(history, index, decisions).get('output') ?? null;
    return isList(outputs) ? outputs.length : 0;
  });
  return history.turns
    .filter(({ kind, withheld }) => kind === 'llm' && withheld === undefined)
    .filter(({ index, answers }) => answers !== (sizes[index] ?? 0) > (sizes[index - 1] ?? 0))
    .map(({ index, answers }) => `turn ${index} answers: ${answers}, outputs: ${sizes[index]}`);
}

/** Texts of a message's parts, as written in the recording. */
function wordsOf(message: Value): readonly string[] {
  if (typeof message === 'string') return [message];
  if (!isList(message)) return [];
  return Array.from({ length: message.length }, (_, index) => elementAt(message, index) ?? null).flatMap((part) => {
    const text = isMap(part) ? entry(part, 'text') : part;
    return typeof text === 'string' ? [text] : [];
  });
}

/** Compares texts without regard to differences in white space. */
const isIn = (text: string, message: string): boolean => flat(message).includes(flat(text));
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
