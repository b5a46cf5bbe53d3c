import { readPolicy } from '../../engine/policies/read-policy.ts';
import { type CheckedSession, checkLine } from '../cli/checked.ts';
import { median, ms, ratio, type Line } from './measure.ts';

const few = 200;
const runs = 3;

/** `check --lines` on one core: sessions a second, against `JSON.parse` of the same lines, and how it grows with their number. */
export async function checkedLines(): Promise<readonly Line[]> {
  const many = Array.from({ length: few * 10 }, (_, at) => sessionLine(at));
  const short = await median(runs, () => checkAll(many.slice(0, few)));
  const long = await median(1, () => checkAll(many));
  const parsed = await median(runs, () => many.map((line) => JSON.parse(line) as unknown));
  return [
    {
      what: `check of ${many.length} sessions of 6 turns, one a line, against JSON.parse of the same lines (${ms(parsed)})`,
      measured: `${Math.round((many.length / long) * 1000)} /s, ${ratio(long / parsed)}`,
      budget: '',
      kept: null,
    },
    {
      what: `growth of the same from ${few} lines (${ms(short)}) to ${many.length}`,
      measured: ratio(long / short),
      budget: '≤ 12 ×',
      kept: long <= 12 * short,
    },
  ];
}

async function checkAll(lines: readonly string[]): Promise<void> {
  if (!policy.ok) throw new Error(policy.problem.message);
  for (const line of lines) {
    const checked = await checkLine(policy.value, line);
    if (!checked.ok || fires(checked.value) === 0) throw new Error('This line must be judged, and a rule must fire.');
  }
}

const fires = ({ checked }: CheckedSession) => checked.rules.reduce((sum, { counts }) => sum + counts.fire, 0);

const policy = readPolicy('capabilities:\n  refund:\n    before:\n      - assert: input.amount <= 100\n');

function sessionLine(at: number): string {
  const call = { name: 'refund', arguments: JSON.stringify({ order: `A-${at}`, amount: 101 + (at % 7) }) };
  return JSON.stringify({
    messages: [
      { role: 'user', content: `Please refund order A-${at}.` },
      { role: 'assistant', tool_calls: [{ id: '1', type: 'function', function: call }] },
      { role: 'tool', tool_call_id: '1', content: '{"status": "paid"}' },
      { role: 'assistant', content: 'It is refunded.' },
      { role: 'user', content: 'Thank you.' },
      { role: 'assistant', content: 'You are welcome.' },
    ],
  });
}
