import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { counted } from '../../importing/import-report.ts';
import { recordsIn } from '../../importing/otel/log-records.ts';
import { tracesToSessions } from '../../importing/spans/traces-to-sessions.ts';
import type { Problem } from '../../model/problem.ts';
import { isByColumn, spansIn } from './shapes.ts';
import { tracesOf } from './traces.ts';

export const read: Read = ({ value }) => {
  const [spans, records] = [spansIn(value), recordsIn(value)];
  const sessions = tracesToSessions(tracesOf(spans, records));
  if (sessions.length > 0) return ok({ sessions });
  if (isByColumn(value) && spans.length === 0) return err(byColumn);
  return err({
    code: 'otel-spans/no-turns',
    message:
      spans.length === 0
        ? `These are ${counted(records.length, 'log record')} of OpenTelemetry, and none is an event about a model (no name begins with “gen_ai.”): there is nothing to show. Open the spans of the same trace.`
        : 'These are spans of OpenTelemetry, but none of them is known as a model call or the use of a tool (no “gen_ai.”, “openinference.”, “ai.” or “traceloop.” attributes say so): there is nothing to show.',
  });
};

const byColumn: Problem = {
  code: 'otel-spans/by-column',
  message:
    'This is an answer of Logfire’s API that has its table column by column. Ask for rows instead (`json_rows=true`), with all columns (`SELECT * FROM records`), and open that.',
};
