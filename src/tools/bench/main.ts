import { engineLines } from './engines.ts';
import { evaluationLines } from './evaluation.ts';
import { gateLines } from './gate.ts';
import { liveLines } from './live.ts';
import { checkedLines } from './lines.ts';
import type { Line } from './measure.ts';
import { openLines } from './open.ts';
import { pageLines } from './page.ts';
import { recordingTable } from './recordings.ts';
import { runLines } from './runs.ts';
import { sweepLines } from './sweep.ts';
import { whyLines } from './why.ts';

/**
 * Budgets as ratios against a baseline of the same run, so that the machine matters little. `bench [TURNS]`;
 * `bench page [SECONDS]` for the page under a live session alone; `bench gate` for a call of the gate alone; or `bench engines`
 * for other engines of CEL alone.
 */
const isPageAlone = process.argv[2] === 'page';
const isGateAlone = process.argv[2] === 'gate';
const areEnginesAlone = process.argv[2] === 'engines';
const given = isGateAlone || areEnginesAlone ? undefined : process.argv[isPageAlone ? 3 : 2];
const turns = Number((isPageAlone ? undefined : given) ?? 10_000);
const seconds = Number((isPageAlone ? given : undefined) ?? 60);
if (!Number.isInteger(turns) || turns < 100 || !Number.isInteger(seconds) || seconds < 1) {
  console.error('Usage: bench [TURNS], a whole number from 100 on, the long sweep is ten times as long; or');
  console.error('bench page [SECONDS], a whole number from 1 on; bench gate; or bench engines.');
  process.exit(2);
}

const show = ({ what, measured, budget, kept }: Line) => {
  const mark = kept === null ? '      ' : kept ? 'kept  ' : 'MISSED';
  console.log(`${mark} ${measured.padEnd(26)} ${budget.padEnd(10)} ${what}`);
};
if (areEnginesAlone) {
  for (const line of await engineLines()) show(line);
  process.exit(0);
}
if (!isPageAlone && !isGateAlone) {
  for (const row of await recordingTable()) console.log(row);
  for (const part of [openLines, evaluationLines, engineLines, sweepLines, whyLines, runLines, liveLines, checkedLines])
    for (const line of await part(turns)) show(line);
}
if (!isPageAlone) for (const line of await gateLines()) show(line);
if (!isGateAlone) for (const line of await pageLines(seconds)) show(line);
