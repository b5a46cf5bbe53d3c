import { isList, isRecord, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { Span, SpanKind } from '../../importing/spans/spans.ts';
import { spanOfValues } from '../../importing/spans/span-of-values.ts';
import { nanosOf, nanosOfMicros, readInstant } from '../../importing/values/instants.ts';
import { tokensTold } from '../../importing/values/tokens.ts';
import type { Row } from './format.ts';

export function spanOf(row: Row, place: Path): Span {
  const { span_id, span_parents = [], span_attributes, input, output, metadata = {}, metrics = {}, error } = row;
  const [parent] = span_parents;
  const kind = kinds.get(span_attributes?.type ?? '') ?? 'other';
  const isModel = kind === 'model';
  const { model } = metadata;
  return spanOfValues({
    id: span_id,
    parent: typeof parent === 'string' ? parent : undefined,
    name: span_attributes?.name ?? kind,
    kind,
    place,
    start: nanosIn(metrics.start) ?? created(row, place, createImportReport()),
    end: nanosIn(metrics.end),
    error: error === undefined || error === null || error === '' ? undefined : reasonIn(error),
    model: isModel && typeof model === 'string' ? model : undefined,
    tokens: isModel ? tokensTold(countIn(metrics.prompt_tokens), countIn(metrics.completion_tokens)) : undefined,
    given: { value: input, place: [...place, 'input'] },
    gave: { value: output, place: [...place, 'output'] },
    offered: offeredIn(metadata['tools']),
    assumed(report) {
      if (metrics.start === undefined) created(row, place, report);
    },
  });
}

/** Any other is a step of a program, or a judgement about it. */
const kinds: ReadonlyMap<string, SpanKind> = new Map([
  ['llm', 'model'],
  ['tool', 'tool'],
]);

const nanosIn = (seconds: number | undefined): bigint | undefined =>
  seconds === undefined ? undefined : nanosOfMicros(seconds * 1e6);

function created(row: Row, place: Path, report: ImportReport): bigint | undefined {
  const instant = readInstant(row.created, [...place, 'created'], report);
  return instant === undefined ? undefined : nanosOf(instant);
}

/** Python's tracebacks end with the error itself. */
function reasonIn(error: Value): string {
  const held = isRecord(error) ? (error['message'] ?? error['error'] ?? null) : error;
  const words = typeof held === 'string' ? held.trim() : '';
  const lines = words.split('\n');
  if (words.startsWith('Traceback')) return lines.at(-1) ?? words;
  return words === '' ? 'the recording says that it failed, not why' : words;
}

const offeredIn = (tools: Value | undefined): readonly string[] =>
  tools === undefined || !isList(tools)
    ? []
    : [...tools].flatMap((tool) => {
        const holder = isRecord(tool) ? (tool['function'] ?? tool) : null;
        const name = isRecord(holder) ? holder['name'] : undefined;
        return typeof name === 'string' ? [name] : [];
      });
