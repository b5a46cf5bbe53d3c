import { counted, type ImportReport } from '../../importing/import-report.ts';
import { bareId } from '../../importing/otel/log-event.ts';
import type { ReadSpan } from './span.ts';

/**
 * Logfire writes a span when it begins, as a child of the one that it will be (`logfire.span_type: pending_span`): a
 * program that was stopped leaves no more of it. https://logfire.pydantic.dev/docs/reference/sql/#kind
 */
const isPending = ({ attributes }: ReadSpan): boolean => attributes.text('logfire.span_type') === 'pending_span';

/** Without those whose spans came to an end; the others stand for the span that never did. */
export function withoutPending(spans: readonly ReadSpan[]): readonly ReadSpan[] {
  const ended = new Set(spans.filter((one) => !isPending(one)).map(({ span }) => span.id));
  return spans.flatMap((one) => {
    if (!isPending(one)) return [one];
    const { parent: id } = one.span;
    return id === undefined || ended.has(id) ? [] : [begun(one, id)];
  });
}

function begun({ span, attributes, trace }: ReadSpan, id: string): ReadSpan {
  const parent = bareId(attributes.text('logfire.pending_parent_id'));
  const around = parent === undefined || /^0*$/.test(parent) ? undefined : parent;
  const assumed = (report: ImportReport) => {
    span.assumed?.(report);
    report.note(
      'info',
      'otel-spans/never-ended',
      span.place,
      (n) => `${counted(n, 'span')} that had only begun when the recording was made: told as far as it goes.`,
    );
  };
  return { trace, attributes, span: { ...span, id, parent: around, end: undefined, endedAt: undefined, assumed } };
}
