import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { WireLine } from './wire-format.ts';
import { WireReader } from './wire-reader.ts';

interface WireEntry {
  readonly line: v.InferOutput<typeof WireLine>;
  readonly place: Path;
}

/** The lines of Kimi CLI's journal; empty for a journal of Kimi Code. */
export const wireEntries = (values: readonly Value[]): readonly WireEntry[] =>
  values.flatMap((value, index) => {
    const line = v.safeParse(WireLine, value);
    return line.success ? [{ line: line.output, place: [index] }] : [];
  });

export function titleOfWire(entries: readonly WireEntry[]): string {
  for (const { line } of entries.slice(0, 40)) {
    if (line.message.type !== 'TurnBegin') continue;
    const text = textOf(readContent(line.message.payload['user_input'], [], createImportReport()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return 'Kimi CLI session';
}

export function sessionOfWire(entries: readonly WireEntry[]): ReadSession {
  const report = createImportReport();
  const reader = new WireReader(report);
  for (const { line, place } of entries) {
    const at = readInstant(line.timestamp, [...place, 'timestamp'], report);
    reader.read(line.message, at, [...place, 'message', 'payload']);
  }
  const [first] = entries;
  return toTaskSession(
    {
      title: titleOfWire(entries),
      importer: 'kimi',
      agent: 'Kimi CLI',
      startedAt: first && readInstant(first.line.timestamp, [...first.place, 'timestamp'], report),
      declared: [],
      recording: {},
      entries: reader.steps(),
    },
    report,
  );
}
