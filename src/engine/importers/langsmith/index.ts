import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { WrittenSpan, WrittenTrace } from '../../importing/spans/format.ts';
import { spanImporter } from '../../importing/spans/span-importer.ts';
import { elementsOf, rowsIn } from '../../importing/values/elements.ts';
import { textIn } from '../../importing/values/where.ts';

export const langsmith = spanImporter({
  id: 'langsmith',
  title: 'LangSmith runs',
  find: { traces: tracesIn },
  // Others have ids, types and names, too.
  claims: (document) =>
    rowsIn(document, ['runs']).some(
      ({ value }) =>
        isRun(value) &&
        'inputs' in value &&
        ['trace_id', 'child_runs', 'dotted_order', 'session_id'].some((key) => key in value),
    ),
  format: () => import('./format.ts'),
});

const runTypes: ReadonlySet<unknown> = new Set(['llm', 'chain', 'tool', 'retriever', 'embedding', 'prompt', 'parser']);

const isRun = (value: Value): value is RecordValue =>
  isRecord(value) && typeof value['id'] === 'string' && runTypes.has(value['run_type']);

/** The runs of each trace, level by level: a tree under `child_runs`, or a list with `parent_run_id`. Repeated ids are left out. */
function tracesIn(document: Value): readonly WrittenTrace[] {
  const traces = new Map<string, WrittenSpan[]>();
  const traceOf = new Map<string, string>();
  let level: readonly WrittenSpan[] = rowsIn(document, ['runs']);
  while (level.length > 0) {
    const next: WrittenSpan[] = [];
    for (const { value, place, parent: around } of level) {
      const id = textIn(value, 'id');
      if (!isRun(value) || id === undefined || traceOf.has(id)) continue;
      const parent = textIn(value, 'parent_run_id') ?? around;
      const inherited = parent === undefined ? id : (traceOf.get(parent) ?? parent);
      const trace = textIn(value, 'trace_id') ?? inherited;
      traceOf.set(id, trace);
      const runs = traces.get(trace) ?? [];
      traces.set(trace, runs);
      runs.push({ value, place, parent });
      for (const [index, child] of elementsOf(value['child_runs'] ?? null).entries()) {
        next.push({ value: child, place: [...place, 'child_runs', index], parent: id });
      }
    }
    level = next;
  }
  return [...traces.values()].flatMap((spans) => {
    const about = spans.find(({ parent }) => parent === undefined) ?? spans[0];
    return about === undefined ? [] : [{ about, spans }];
  });
}
