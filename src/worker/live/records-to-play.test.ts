import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEntry } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { recordsToPlay } from './records-to-play.ts';

const samples = join(import.meta.dirname, '../../../public/samples');
const files = readdirSync(samples).filter((name) => name.endsWith('.ctx.json'));

test.each(files)('%s is played at the pace of its turns', async (name) => {
  const text = await openText(readFileSync(join(samples, name), 'utf8'));
  const opened = text.ok ? openEntry(text.value, 0, systemOf) : text;
  if (!opened.ok) throw new Error(opened.problem.message);
  const recording = opened.value;
  const times = recording.history.turns.flatMap(({ at }) => (at === undefined ? [] : [Date.parse(at)]));
  const { isTimed, records, shortened } = recordsToPlay(recording, false);
  expect(isTimed).toBe(new Set(times).size > 1);
  if (!isTimed || shortened > 0) return;
  const played = records.reduce((sum, { gap }) => sum + gap, 0);
  expect(played).toBeGreaterThanOrEqual(Math.max(...times) - Math.min(...times));
});
