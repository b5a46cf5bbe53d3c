import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import {
  type Alignment,
  countRows,
  firstDifference,
  marksOfTurns,
  missingBefore,
  nextDifference,
  parts,
  rowAt,
  rowCount,
  rowKinds,
  rowOfTurn,
} from '../model/alignment.ts';
import { historyOf } from '../model/testing.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { firstSession } from '../testing.ts';
import { compare } from './compare.ts';

const compared = (here: string, there: string): Promise<Alignment> =>
  compare({ history: historyOf(here) }, { history: historyOf(there) }, unhurried);

/** One line for each row, in the manner of a diff: `=` same, `~` changed, `<` only here, `>` only there. */
const rowsInShort = (alignment: Alignment): readonly string[] =>
  Array.from({ length: rowCount(alignment) }, (_, row) => {
    const { kind, here, there } = rowAt(alignment, row);
    return `${{ same: '=', changed: '~', here: '<', there: '>' }[kind]} ${here ?? '-'} ${there ?? '-'}`;
  });

const refund = `
  user: refund my order
  lookup({"id": 1}) -> {"status": "open"}
  refund({"amount": 10, "to": "x@example.com"}) -> {"ok": true}
  agent: It is refunded.
`;

describe('two sessions', () => {
  test('of the same turns differ nowhere', async () => {
    const alignment = await compared(refund, refund);
    expect(countRows(alignment)).toEqual({ same: 4, changed: 0, here: 0, there: 0 });
    expect(firstDifference(alignment)).toBeNull();
  });

  test('with another argument have a call that changed', async () => {
    const alignment = await compared(refund, refund.replace('"amount": 10', '"amount": 12'));
    expect(rowsInShort(alignment)).toEqual(['= 0 0', '= 1 1', '~ 2 2', '= 3 3']);
    expect(rowAt(alignment, 2).differs).toBe(parts.said);
  });

  test('with another result of the same call have a call that changed there', async () => {
    const alignment = await compared(refund, refund.replace('{"ok": true}', '{"ok": false}'));
    expect(rowAt(alignment, 2)).toEqual({ kind: 'changed', differs: parts.result, here: 2, there: 2 });
  });

  test('in one of which the call failed have a call that changed in its result and outcome', async () => {
    const alignment = await compared(refund, refund.replace('-> {"ok": true}', '!! HTTP 503'));
    expect(rowAt(alignment, 2).differs).toBe(parts.result | parts.outcome);
  });

  test('are the same where only white space, or the order of arguments, differs', async () => {
    const other = refund
      .replace('refund my order', 'refund   my  order')
      .replace('{"amount": 10, "to": "x@example.com"}', '{"to": "x@example.com", "amount": 10}');
    expect(countRows(await compared(refund, other)).same).toBe(4);
  });

  test('in one of which a call is repeated have that call on one side only', async () => {
    const twice = refund.replace('agent:', 'lookup({"id": 2}) -> {"status": "closed"}\n agent:');
    expect(rowsInShort(await compared(refund, twice))).toEqual(['= 0 0', '= 1 1', '= 2 2', '> - 3', '= 3 4']);
    expect(rowsInShort(await compared(twice, refund))).toEqual(['= 0 0', '= 1 1', '= 2 2', '< 3 -', '= 4 3']);
  });

  test('with calls of other functions in one place have them on one side each', async () => {
    const alignment = await compared(refund, refund.replace('refund({', 'escalate({'));
    expect(rowsInShort(alignment)).toEqual(['= 0 0', '= 1 1', '< 2 -', '> - 2', '= 3 3']);
  });

  test('pair a changed message with the most similar one', async () => {
    const here = 'agent: The order is on its way to you.';
    const there = `
      agent: Let me see.
      agent: The order is on its way back.
    `;
    expect(rowsInShort(await compared(here, there))).toEqual(['> - 0', '~ 0 1']);
  });

  test('without turns have no rows', async () => {
    expect(rowCount(await compared('', ''))).toBe(0);
    expect(rowsInShort(await compared('', 'user: hi'))).toEqual(['> - 0']);
  });
});

describe('two runs of one task', () => {
  const [plain, attacked] = ['travel-19', 'travel-19-attacked'].map(
    (name) => firstSession(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')).session,
  ) as [OpenSession, OpenSession]; // of two names

  test('begin to differ at the result that carries the attack', async () => {
    const alignment = await compare(plain, attacked, unhurried);
    const first = rowAt(alignment, firstDifference(alignment) ?? -1);
    expect(first).toEqual({ kind: 'changed', differs: parts.result, here: 9, there: 9 });
    const { output } = attacked.history.invocations[attacked.history.turns[9]?.invocation ?? -1] ?? {};
    expect(JSON.stringify(output)).toContain('INFORMATION');
  });

  test('differ by the calls that only the attacked run makes', async () => {
    const alignment = await compare(plain, attacked, unhurried);
    expect(rowsInShort(alignment).slice(14)).toEqual([
      '~ 14 14',
      '~ 15 15',
      '~ 16 16',
      '> - 17',
      '~ 17 18',
      '> - 19',
      '> - 20',
      '~ 18 21',
      '~ 19 22',
    ]);
  });
});

describe('moving between differences', () => {
  const here = 'user: a\nuser: b\nuser: c\nuser: d\nuser: e';

  test('stops at the first row of each run', async () => {
    const alignment = await compared(here, 'user: a\nagent: x\nagent: y\nuser: b\nuser: c\nuser: e');
    expect(rowsInShort(alignment)).toEqual(['= 0 0', '> - 1', '> - 2', '= 1 3', '= 2 4', '< 3 -', '= 4 5']);
    expect(nextDifference(alignment, 0, 1)).toBe(1);
    expect(nextDifference(alignment, 1, 1)).toBe(5);
    expect(nextDifference(alignment, 2, -1)).toBe(1);
    expect(nextDifference(alignment, 5, 1)).toBeNull();
    expect(nextDifference(alignment, 6, -1)).toBe(5);
  });

  test('the marks of turns show what is missing before them', async () => {
    const alignment = await compared(here, 'user: a\nagent: x\nuser: b\nuser: c\nuser: e\nagent: z');
    const only = rowKinds.indexOf('here');
    expect([...marksOfTurns(alignment)]).toEqual([0, missingBefore, 0, only, 0, missingBefore]);
  });
});

/** Lines of a session: few different ones, so that many are equal, and some that differ only in the result. */
const lines = fc.constantFrom<string[]>(
  'user: yes',
  'user: no',
  'agent: done',
  'agent: I have refunded the order',
  'lookup({"id": 1}) -> 1',
  'lookup({"id": 1}) -> 2',
  'lookup({"id": 2}) -> 1',
  'refund({"id": 1}) !! HTTP 503',
);
const sessions = fc.array(lines, { maxLength: 30 });
const ofLines = (turns: readonly string[]) => turns.join('\n');
/** What is equal in two turns that are the same, apart from the result. */
const signatureOf = (line: string) => line.split(/ (?:->|!!) /)[0];

/** The length of the longest common subsequence, by the textbook. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    const next = [0];
    for (const [at, other] of b.entries())
      next.push(
        signatureOf(one) === signatureOf(other) ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('an alignment', () => {
  test('has every turn of both sessions once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, sessions, async (a, b) => {
        const alignment = await compared(ofLines(a), ofLines(b));
        const rows = Array.from({ length: rowCount(alignment) }, (_, row) => rowAt(alignment, row));
        expect(rows.flatMap(({ here }) => here ?? [])).toEqual(a.map((_, turn) => turn));
        expect(rows.flatMap(({ there }) => there ?? [])).toEqual(b.map((_, turn) => turn));
        for (const side of ['here', 'there'] as const)
          expect(rows.map(({ [side]: turn }) => turn !== null && rowOfTurn(alignment, side, turn))).toEqual(
            rows.map(({ [side]: turn }, row) => turn !== null && row),
          );
      }),
    );
  });

  test('finds as many equal turns as there can be, and says what differs in each pair', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, sessions, async (a, b) => {
        const alignment = await compared(ofLines(a), ofLines(b));
        let equal = 0;
        for (let row = 0; row < rowCount(alignment); row++) {
          const { kind, differs, here, there } = rowAt(alignment, row);
          if (here === null || there === null) continue;
          const [one = '', other = ''] = [a[here], b[there]];
          if (signatureOf(one) === signatureOf(other)) equal += 1;
          expect(kind).toBe(one === other ? 'same' : 'changed');
          expect((differs & parts.said) === 0).toBe(signatureOf(one) === signatureOf(other));
        }
        expect(equal).toBe(commonLength(a, b));
      }),
    );
  });

  test('of a session with itself is the same everywhere', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, async (a) => {
        expect(countRows(await compared(ofLines(a), ofLines(a)))).toEqual({
          same: a.length,
          changed: 0,
          here: 0,
          there: 0,
        });
      }),
    );
  });

  test('finds a turn that was inserted, removed or changed at its place', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lines, { minLength: 1, maxLength: 30 }), fc.nat(), async (a, at) => {
        const place = at % a.length;
        const own = 'agent: a text of its own';
        const inserted = await compared(ofLines(a), ofLines(a.toSpliced(place, 0, own)));
        expect(rowAt(inserted, place)).toMatchObject({ kind: 'there', there: place });
        const removed = await compared(ofLines(a.toSpliced(place, 0, own)), ofLines(a));
        expect(rowAt(removed, place)).toMatchObject({ kind: 'here', here: place });
        const marked = a.with(place, 'agent: a text of its own');
        const changed = await compared(ofLines(marked), ofLines(marked.with(place, 'agent: another text')));
        expect(rowAt(changed, place)).toEqual({ kind: 'changed', differs: parts.said, here: place, there: place });
        for (const alignment of [inserted, removed, changed])
          expect(countRows(alignment).same).toBe(rowCount(alignment) - 1);
      }),
    );
  });

  test('pairs the same turns when the sessions are swapped', async () => {
    await fc.assert(
      fc.asyncProperty(sessions, sessions, async (a, b) => {
        const pairs = (alignment: Alignment, isSwapped: boolean) =>
          Array.from({ length: rowCount(alignment) }, (_, row) => rowAt(alignment, row)).flatMap(
            ({ kind, differs, here, there }) =>
              here === null || there === null ? [] : [[kind, differs, ...(isSwapped ? [there, here] : [here, there])]],
          );
        const forth = await compared(ofLines(a), ofLines(b));
        const back = await compared(ofLines(b), ofLines(a));
        expect(pairs(back, true)).toEqual(pairs(forth, false));
      }),
    );
  });

  test('of long sessions in which nothing is alike in order says that it is coarse, and is still whole', async () => {
    const turns = Array.from({ length: 5000 }, (_, turn) => `user: ${(turn * 7919) % 97}`);
    const others = Array.from({ length: 4000 }, (_, turn) => `user: ${(turn * 104_729) % 89}`);
    const alignment = await compared(ofLines(turns), ofLines(others));
    const { same, changed, here, there } = countRows(alignment);
    expect(alignment.isCoarse).toBe(true);
    expect([same + changed + here, same + changed + there]).toEqual([5000, 4000]);
  });

  test('of long sessions with many changes is exact where turns tell themselves apart', async () => {
    const turns = Array.from({ length: 5000 }, (_, turn) => `user: question ${turn}`);
    const others = turns.flatMap((turn, at) => (at % 7 === 3 ? [] : at % 11 === 5 ? [turn, 'agent: wait'] : [turn]));
    const alignment = await compared(ofLines(turns), ofLines(others));
    expect(alignment.isCoarse).toBe(false);
    expect(countRows(alignment)).toMatchObject({ same: turns.filter((_, at) => at % 7 !== 3).length, changed: 0 });
  });

  test('survives arguments that are thousands of levels deep, and hostile keys', async () => {
    const deep = `call({"a": ${'['.repeat(3000)}1${']'.repeat(3000)}}) -> 1`;
    const hostile = 'call({"__proto__": {"x": 1}, "constructor": 2}) -> 1';
    const alignment = await compared(`${deep}\n${hostile}`, `${hostile}\n${deep}`);
    expect(rowsInShort(alignment)).toHaveLength(3);
  });
});
