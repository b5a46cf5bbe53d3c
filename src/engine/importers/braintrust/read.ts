import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Path } from '../../model/path.ts';
import type { Read } from '../../importing/importer.ts';
import type { Trace } from '../../importing/spans/spans.ts';
import { traceTitle } from '../../importing/spans/trace-title.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import { groupedBy } from '../../importing/values/grouped-by.ts';
import { Row } from './format.ts';
import { rowsOf } from './shapes.ts';
import { spanOf } from './span.ts';

interface PlacedRow {
  readonly row: Row;
  readonly place: Path;
}

export const read: Read = ({ value }) => {
  const rows = rowsOf(value).flatMap(({ value: written, place }) => {
    const parsed = v.safeParse(Row, written);
    return parsed.success ? [{ row: parsed.output, place }] : [];
  });
  const sessions = tracesToSessions([...groupedBy(rows, ({ row }) => row.root_span_id).values()].map(traceOf));
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'braintrust/no-turns',
    message:
      'These are rows of Braintrust’s logs, and none of them is a span of type “llm” or “tool”: there is nothing to show. Export the whole traces, not their roots alone.',
  });
};

function traceOf(rows: readonly PlacedRow[]): Trace {
  const spans = rows.map(({ row, place }) => spanOf(row, place));
  const root = (rows.find(({ row }) => row.span_id === row.root_span_id) ?? rows[0])?.row;
  const { scores, tags } = root ?? {};
  return {
    title: traceTitle(spans, root?.span_attributes?.name),
    importer: 'braintrust',
    user: undefined,
    recording: {
      ...(root !== undefined && { trace_id: root.root_span_id }),
      ...(scores !== undefined && Object.keys(scores).length > 0 && { scores }),
      ...(tags !== undefined && tags.length > 0 && { tags }),
    },
    spans,
  };
}
