import { assumed, counted, type ImportReport } from '../../importing/import-report.ts';
import type { Recording } from './recording.ts';
import type { Moment } from './moments.ts';

export function noteErrors({ errors, place }: Moment, report: ImportReport): void {
  for (const error of errors) {
    report.note(
      'info',
      'langgraph/node-failed',
      place,
      (n) => `${counted(n, 'node')} of the graph failed, the first being ${error.slice(0, 200)}.`,
    );
  }
}

export function noteChunks({ moments }: Recording, whole: readonly Moment[], report: ImportReport): void {
  const count = moments.length - whole.length;
  report.note(
    'info',
    'langgraph/streamed',
    moments[0]?.place ?? null,
    () => `Messages were streamed in pieces; ${counted(count, 'piece')} joined to the first of their message.`,
  );
}

export function noteRecording({ moments, isReversed, others }: Recording, report: ImportReport): void {
  const beside = new Set(moments.flatMap((moment) => moment.beside));
  const holder = moments.find((moment) => moment.beside.length > 0);
  if (holder !== undefined) {
    report.note(
      'info',
      'langgraph/beside',
      holder.place,
      () => `What LangGraph keeps beside the values of a step is left out: ${[...beside].join(', ')}.`,
    );
  }
  if (isReversed) noteNewestFirst(null, report);
  const [first] = others;
  if (first !== undefined) {
    report.note(
      'lost',
      'langgraph/other-values',
      [first],
      () =>
        `${counted(others.length, 'value')} that ${others.length === 1 ? 'says' : 'say'} nothing of a graph: left out.`,
    );
  }
}

const noteNewestFirst = assumed(
  'langgraph/newest-first',
  () => 'The newest snapshot is first; they are read from the last to the first.',
);
