import { type ChangeEvent, useId, useRef, useState } from 'react';
import type { SystemId } from '../../engine/model/session.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Start.module.css';
import { starts } from './starts.ts';
import type { RunStart } from '../../worker/run-protocol.ts';

type Way = 'given' | 'snapshot' | 'script';

interface StartWrittenProps {
  readonly way: Way;
  readonly onStart: (wanted: Wanted) => void;
}

const texts: { readonly [W in Way]: { readonly label: string; readonly about: string } } = {
  given: {
    label: 'Arguments of the constructor',
    about: 'Arguments for creating the chosen system, as JSON or as Python prints them. Leave it empty for none.',
  },
  snapshot: {
    label: 'Snapshot',
    about:
      'An export of the system: a task context, an A2A task, the JSON of a context or session, a checkpoint, or a to_dict().',
  },
  script: {
    label: 'Script',
    about: 'A script is {"system": …, "given": {…}, "do": [{"op": …, "args": {…}}, …]}, as “Save script” writes it.',
  },
};

const titleOf = (id: SystemId): string => starts.find(({ system }) => system === id)?.title ?? id;
const exampleOf = (id: SystemId): string => starts.find(({ system }) => system === id)?.example ?? '';

/** A start that the user types, pastes or picks as a file. Its problem is shown below, and the text stays. */
export function StartWritten({ way, onStart }: StartWrittenProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [system, setSystem] = useState<SystemId | null>(way === 'given' ? 'task' : null);
  const [text, setText] = useState(way === 'given' ? exampleOf('task') : '');
  const [file, setFile] = useState<string | null>(null);
  const { label, about } = texts[way];

  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    const next = starts.find((one) => one.system === target.value)?.system ?? null;
    // Replace an unchanged example by that of the other system.
    if (way === 'given' && next !== null && system !== null && text === exampleOf(system)) setText(exampleOf(next));
    setSystem(next);
  };
  const pick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? [];
    if (picked === undefined) return;
    setFile(picked.name);
    setText(await picked.text());
  };
  const start = () => onStart(wantedOf(way, system, text, file));

  return (
    <div className={styles.written}>
      <p id={`${id}-about`} className={styles.about}>
        {about}
      </p>
      {way !== 'script' && (
        <label className={styles.row}>
          System
          <select className={styles.select} value={system ?? ''} onChange={choose}>
            {way === 'snapshot' && <option value="">recognised from the text</option>}
            {starts.map((one) => (
              <option key={one.system} value={one.system}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
      )}
      <textarea
        className={styles.text}
        aria-label={label}
        aria-describedby={`${id}-about`}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setFile(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start();
        }}
      />
      <div className={styles.row}>
        <Button look="main" disabled={way !== 'given' && text.trim() === ''} onClick={start}>
          Start
        </Button>
        {way === 'given' && system !== null && (
          <Button look="quiet" disabled={text === exampleOf(system)} onClick={() => setText(exampleOf(system))}>
            Use the example
          </Button>
        )}
        {way !== 'given' && (
          <>
            <Button look="quiet" onClick={() => picker.current?.click()}>
              Pick a file…
            </Button>
            <input
              ref={picker}
              type="file"
              hidden
              accept=".json,.txt,application/json,text/plain"
              aria-label={`File with a ${label.toLowerCase()}`}
              onChange={(event) => void pick(event)}
            />
          </>
        )}
        {file !== null && <span className={styles.about}>{file}</span>}
      </div>
    </div>
  );
}

function wantedOf(way: Way, system: SystemId | null, text: string, file: string | null): Wanted {
  const named = file?.replace(/(\.run)?\.[^.]+$/, '');
  switch (way) {
    case 'script':
      return { start: { script: text }, untitled: named ?? 'A script' };
    case 'snapshot':
      return { start: { system, snapshot: text }, title: named ?? 'From a snapshot' };
    default:
      return { start: { system: system ?? 'task', given: text }, untitled: `${titleOf(system ?? 'task')} by hand` };
  }
}

/** The requested start of a run, with its title. */
export interface Wanted {
  readonly start: RunStart | (() => Promise<RunStart>);
  /** Takes precedence over the start's own title. */
  readonly title?: string;
  /** Used if the start has no title. */
  readonly untitled?: string;
}
