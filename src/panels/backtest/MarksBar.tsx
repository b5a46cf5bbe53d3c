import { useEffect } from 'react';
import { keepMarks } from '../../state/keptMarks.ts';
import { tabStorageOf } from '../../state/tabStorage.ts';
import { useView, useViewStore } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { download } from '../download.ts';
import { FilePicker } from '../FilePicker.tsx';
import { marksFile } from './marksFile.ts';
import type { Row } from './rows.ts';
import { importMarks } from './importMarks.ts';
import type { RuleColumn } from './useRules.ts';

/** Imports and exports marks, which are otherwise kept in this tab. */
export function MarksBar({
  rows,
  columns,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly RuleColumn[];
}) {
  const view = useViewStore();
  const marks = useView(({ backtest }) => backtest.marks);
  // Restore the marks from the tab's storage and keep them there.
  useEffect(() => keepMarks(view, tabStorageOf(window)), [view]);
  const add = (files: readonly File[]) => {
    for (const file of files) importMarks(view, file.name, file).catch((cause: unknown) => reportError(cause));
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
