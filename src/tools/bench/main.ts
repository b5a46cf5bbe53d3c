import { evaluationLines } from './evaluation.ts';
import { liveLines } from './live.ts';
import type { Line } from './measure.ts';
import { openLines } from './open.ts';
import { recordingTable } from './recordings.ts';
import { runLines } from './runs.ts';
import { sweepLines } from './sweep.ts';
import { whyLines } from './why.ts';

/** Budgets as ratios against a baseline of the same run, so that the machine matters little. `bench [TURNS]`. */
const turns = Number(process.argv[2] ?? 10_000);
if (!Number.isInteger(turns) || turns < 100) {
  console.error('Usage: bench [TURNS], a whole number from 100 on; the long sweep is ten times as long.');
  process.exit(2);
}

const show = ({ what, measured, budget, kept }: Line) => {
  const mark = kept === null ? '      ' : kept ? 'kept  ' : 'MISSED';
  console.log(`${mark} ${measured.padEnd(26)} ${budget.padEnd(10)} ${what}`);
};
for (const row of await recordingTable()) console.log(row);
for (const part of [openLines, evaluationLines, sweepLines, whyLines, runLines, liveLines])
  for (const line of await part(turns)) show(line);
