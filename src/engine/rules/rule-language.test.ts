import { expect, it } from 'vitest';
import { check } from '../cel/check/index.ts';
import { parse } from '../cel/index.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { writeSessionFile } from '../model/session-file.ts';
import { openEntry } from '../opening/open-session.ts';
import { openNow } from '../testing.ts';
import { systemOf } from '../systems/systems.ts';
import { ruleLanguage } from './rule-language.ts';

/**
 * Builds a session with many helpers, each of which called a function that only it calls, and returns the rule's
 * warnings.
 */
function warnings(expression: string, helpers: number): readonly string[] {
  const say = (text: string) => [{ mimeType: 'text/plain', text }];
  const events = [
    { type: 'input-received', message: say('go') },
    ...Array.from({ length: helpers }, (_, at) => [
      { type: 'task-created', node: `n${at}`, agent: 'helper' },
      {
        type: 'capability-invoked',
        node: `n${at}`,
        function: at === 1999 ? 'rollback' : `look_${at}`,
        input: { at },
        outcome: 'ok',
      },
    ]).flat(),
    { type: 'capability-invoked', function: 'helper', outcome: 'ok' },
  ];
  const opened = openNow(writeSessionFile({ system: 'task', header: { title: 't' }, events, notes: [] }));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  const language = ruleLanguage(session.value, { hook: 'turn', match: null }, defaultDecisions);
  const { expr } = parse(expression);
  return check(expr, language).map(({ message }) => message);
}

it('covers derived contexts, because a rule is judged at their turns too', () => {
  expect(warnings('context.capabilities.helper.count_errored > 0', 3)).toEqual([]);
  expect(warnings('context.capabilities.look_2.count_errored > 0', 3)).toEqual([]);
  expect(warnings('context.capabilities.look_3.count_errored > 0', 3)).toEqual([
    expect.stringContaining('never occurs in `context.capabilities`'),
  ]);
});

it('does not treat a sample of contexts as complete', () => {
  expect(warnings('context.capabilities.rollback.count_errored > 0', 2000)).toEqual([]);
});

it('reads no turn but those of its sample again when a session has grown', () => {
  const say = (text: string) => [{ mimeType: 'text/plain', text }];
  const events = Array.from({ length: 5000 }, () => ({ type: 'input-received', message: say('go') }));
  const opened = openNow(writeSessionFile({ system: 'task', header: { title: 't' }, events, notes: [] }));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  let reads = 0;
  const turns = new Proxy(session.value.history.turns, {
    get(all, key) {
      reads += typeof key === 'string' && /^\d+$/.test(key) ? 1 : 0;
      return Reflect.get(all, key);
    },
  });
  const known = () => ({ ...session.value, history: { ...session.value.history, turns } });
  const rule = { hook: 'guardrail.before', match: null } as const;
  ruleLanguage(known(), rule, defaultDecisions);
  reads = 0;
  ruleLanguage(known(), rule, defaultDecisions);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(2000);
});
