import { useEffect } from 'react';
import { keepMarks } from '../../state/keptMarks.ts';
import { tabStorageOf } from '../../state/tabStorage.ts';
import { useView, useViewStore } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { download } from '../download.ts';
import { FilePicker } from '../FilePicker.tsx';
import { marksFile } from './marksFile.ts';
import type { Row } from './rows.ts';
import { takeInMarks } from './takeInMarks.ts';
import type { RuleColumn } from './useRules.ts';

/** Marks come in from files and go out as one; meanwhile they are kept in this tab. */
export function MarksBar({
  rows,
  columns,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly RuleColumn[];
}) {
  const view = useViewStore();
  const marks = useView(({ backtest }) => backtest.marks);
  // The tab's storage is the browser's.
  useEffect(() => keepMarks(view, tabStorageOf(window)), [view]);
  const add = (files: readonly File[]) => {
    for (const file of files) takeInMarks(view, file.name, file).catch((cause: unknown) => reportError(cause));
  };
  return (
    <>
      <FilePicker label="Files of marks" button="Import marks…" onFiles={add} />
      <Button disabled={marks.size === 0} onClick={() => download(marksFile(marks, rows, columns), 'marks.json')}>
        Export marks
      </Button>
    </>
  );
}
