import { unhurried } from '../../base/pace.ts';
import { closeSession, engine, openSession } from './bench.ts';
import { chatLog } from './generate.ts';
import { Held, fastest, ms, ratio, type Line } from './measure.ts';

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
  lines.push(await holdLine(chatLog(10 * turns), 10 * turns));
  return lines;
}

/** `JSON.parse` is one call that cannot be interrupted; all other work pauses regularly. */
async function holdLine(text: string, turns: number): Promise<Line> {
  await closeSession(await openSession(text));
  const held = new Held();
  const parse = await fastest(1, () => JSON.parse(text) as unknown);
  const opened = await held.over((pace) => openSession(text, pace));
  await closeSession(opened);
  return {
    what: `longest hold (of ${held.slices}) while a chat log of ${turns} turns is opened, against one JSON.parse (${ms(parse)})`,
    measured: `${ms(held.quantile(1))}, ${ratio(held.quantile(1) / parse)}`,
    budget: '',
    kept: null,
  };
}
