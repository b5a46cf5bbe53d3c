import { type ClipboardEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ChoiceRow } from '../../../ui/ChoiceRow.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilePicker } from '../../FilePicker.tsx';
import { newRow, rowsOf, textOfRows, type FindingRow } from './finding-rows.ts';
import { FindingLine } from './FindingLine.tsx';
import styles from './Given.module.css';
import { Outcome } from './Outcome.tsx';
import { useGivenText } from './useGivenText.ts';

const forms = [
  { id: 'table', title: 'Table' },
  { id: 'text', title: 'Text' },
] as const;

/** Patterns that stand in for the detectors of a host, as a table or as the text of a file. */
export function FindingsDialog({ onClose }: { readonly onClose: () => void }) {
  const given = useGivenText('findings', 'change the findings table');
  const [form, setForm] = useState<(typeof forms)[number]['id']>('table');
  const rows = rowsOf(given.text);
  const shown = rows === null ? 'text' : form;
  const close = () => {
    given.settle();
    onClose();
  };
  return (
    <Dialog title="Findings table" size="large" onClose={close}>
      <div className={styles.dialog}>
        <p className={styles.about}>
          A recording has no findings of its own: detectors belong to the host. These patterns stand in for them. They
          run over the texts of the sessions on this machine, and nowhere else. The table is kept in this browser; links
          and session files do not carry it.
        </p>
        <ChoiceRow label="Form" choices={forms} chosen={shown} onChoose={setForm} />
        {rows === null || shown === 'text' ? (
          <textarea
            className={styles.text}
            aria-label="Findings table as JSON"
            aria-invalid={given.problem !== null}
            spellCheck={false}
            autoComplete="off"
            placeholder={textOfRows([{ ...newRow, label: 'pii', finding: 'phone_number', words: ['call me'] }])}
            value={given.text}
            onChange={({ target }) => given.write(target.value)}
          />
        ) : (
          <Lines rows={rows} faulty={faultyLine(given.problem?.message)} onChange={given.write} />
        )}
        <Outcome {...given} name="lines" />
        <div className={styles.buttons}>
          <FilePicker
            label="File with a findings table"
            button="Open a file…"
            onFiles={([file]) => {
              file?.text().then(given.write, (cause: unknown) => reportError(cause));
            }}
          />
          {given.text.trim() !== '' && (
            <Button look="quiet" onClick={() => given.write('')}>
              Remove all
            </Button>
          )}
          <Button look="main" className={styles.end} onClick={close}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The line that a problem is about, counted from 0. */
function faultyLine(message: string | undefined): number | null {
  const line = /^In line (\d+)/.exec(message ?? '')?.[1];
  return line === undefined ? null : Number(line) - 1;
}

interface LinesProps {
  readonly rows: readonly FindingRow[];
  readonly faulty: number | null;
  readonly onChange: (text: string) => void;
}

function Lines({ rows, faulty, onChange }: LinesProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const adder = useRef<HTMLDivElement>(null);
  const change = (next: readonly FindingRow[]) => onChange(textOfRows(next));
  /** A whole table, in the form of the command line's files, replaces this one. */
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!text.trim().startsWith('[') || rowsOf(text) === null) return;
    event.preventDefault();
    onChange(text);
  };
  const add = () => {
    change([...rows, newRow]);
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('tr:last-child select')?.focus());
  };
  const remove = (at: number) => {
    change(rows.filter((_row, index) => index !== at));
    adder.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <div className={styles.scroll} onPaste={onPaste}>
        {rows.length === 0 ? (
          <p>There are no lines yet. Add one, paste a table as text, or open a file of the command line.</p>
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th>Category</th>
                <th>Label</th>
                <th>Finding</th>
                <th>Found by</th>
                <th className={styles.wide}>Pattern, or words with commas</th>
                <th className={styles.number}>Confidence</th>
                <th className={styles.remove}>
                  <span className="visually-hidden">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody ref={body}>
              {rows.map((row, at) => (
                <FindingLine
                  key={at}
                  row={row}
                  number={at + 1}
                  isFaulty={at === faulty}
                  onChange={(changed) => change(rows.with(at, changed))}
                  onRemove={() => remove(at)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
      <div ref={adder} className={styles.buttons}>
        <Button onClick={add} data-autofocus>
          Add a line
        </Button>
      </div>
    </>
  );
}
