import { unhurried } from '../../base/pace.ts';
import { closeSession, engine, openSession } from './bench.ts';
import { chatLog } from './generate.ts';
import { fastest, ms, ratio, type Line } from './measure.ts';

const runs = 5;

/** Opening a file, against `JSON.parse` on the same text in the same run. */
export async function openLines(turns: number): Promise<readonly Line[]> {
  const log = chatLog(turns);
  const outline = await openSession(log);
  const exported = await engine.exportSession({ session: outline.ref }, unhurried);
  await closeSession(outline);
  const files: readonly (readonly [string, string])[] = [
    ...(exported.ok ? [['session file', exported.value.text] as const] : []),
    ['chat log', log],
  ];
  const lines: Line[] = [];
  for (const [kind, text] of files) {
    const parse = await fastest(runs, () => JSON.parse(text) as unknown);
    const open = await fastest(runs, async () => closeSession(await openSession(text)));
    lines.push({
      what: `open a ${kind} of ${turns} turns, ${(text.length / 1e6).toFixed(1)} MB, against JSON.parse (${ms(parse)})`,
      measured: `${ms(open)}, ${ratio(open / parse)}`,
      budget: kind === 'session file' ? '≤ 2 ×' : '',
      kept: kind === 'session file' ? open <= 2 * parse : null,
    });
  }
  return lines;
}
