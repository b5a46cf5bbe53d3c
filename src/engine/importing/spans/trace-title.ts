import { textOf } from '../messages/content.ts';
import { createImportReport } from '../import-report.ts';
import type { Span } from './spans.ts';
import { shortTitle } from '../transcript/title.ts';

/** How many spans are asked: the first ones are around all others. */
const sample = 40;

/** What the user asked says best what a trace is about; otherwise the name of its outermost span. */
export function traceTitle(spans: readonly Span[], name: string | undefined): string {
  const ordered = spans.toSorted((a, b) =>
    a.start === undefined || b.start === undefined ? 0 : Number(a.start - b.start),
  );
  for (const span of ordered.slice(0, sample)) {
    if (span.kind === 'tool' || span.kind === 'retriever' || span.kind === 'embedding') continue;
    const said = span
      .asked(createImportReport())
      .find(({ role, parts }) => role === 'user' && textOf(parts).trim() !== '');
    if (said !== undefined) return shortTitle(textOf(said.parts));
  }
  const root = ordered.find(({ parent }) => parent === undefined) ?? ordered[0];
  return shortTitle(name ?? root?.name ?? 'trace');
}
