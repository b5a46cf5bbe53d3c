import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useViewStore, useView } from '../../state/useView.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showRun, failureText } from './runs.ts';
import styles from './Start.module.css';
import { StartWritten, type Wanted } from './StartWritten.tsx';
import { uniqueTitle } from './useRun.ts';
import { cursorOf, useOptionalSession } from '../../state/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { afterTurn } from '../words.ts';
import { starts } from './starts.ts';

const ways = [
  { id: 'examples', title: 'Examples' },
  { id: 'given', title: 'With arguments' },
  { id: 'snapshot', title: 'From a snapshot' },
  { id: 'script', title: 'From a script' },
] as const;
type Way = (typeof ways)[number]['id'];

/** Starts a run of one of the five systems: empty, from a teaching script, or from the user's own data. */
export function StartDialog({ onClose }: { readonly onClose: () => void }) {
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const [way, setWay] = useState<Way>('examples');
  const [title, setTitle] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  const begin = async ({ start, ...wanted }: Wanted) => {
    setFailure(null);
    const typed = title.trim() === '' ? wanted.title : title;
    const { sources } = view.getState();
    try {
      const opened = await engine.startRun({
        start: typeof start === 'function' ? await start() : start,
        ...(typed !== undefined && { title: uniqueTitle(typed, sources) }),
        ...(wanted.untitled !== undefined && { untitled: wanted.untitled }),
      });
      const { ref, title: brought } = opened.session;
      const unique = uniqueTitle(brought, sources);
      const session = unique === brought ? opened.session : await engine.renameRun({ session: ref, title: unique });
      // A snapshot, or the state of a recording, is not the user's own work.
      const isOwn = typeof start !== 'function' && !('snapshot' in start);
      showRun({ engine, queries, view }, { ...opened, session }, isOwn);
      onClose();
    } catch (cause) {
      setFailure(failureText(cause));
    }
  };

  return (
    <Dialog title="Start a run" onClose={onClose}>
      <p className={styles.about}>Call a system’s operations by hand and see the verdicts of every rule at once.</p>
      <FromHere onStart={(wanted) => void begin(wanted)} />
      <div className={styles.title}>
        <TextField
          label="Title of the run"
          placeholder="Title of the run (optional)"
          value={title}
          onChange={setTitle}
          className={styles.titleField}
        />
      </div>
      <Tabs
        label="Start of the run"
        tabs={ways}
        selected={way}
        onSelect={(next) => {
          setWay(next);
          setFailure(null);
        }}
        className={styles.tabs}
      >
        {way === 'examples' ? (
          <StartExamples onStart={(wanted) => void begin(wanted)} />
        ) : (
          <StartWritten key={way} way={way} onStart={(wanted) => void begin(wanted)} />
        )}
      </Tabs>
      {failure !== null && (
        <p className={styles.fault} role="alert">
          <Sentence text={failure} />
        </p>
      )}
    </Dialog>
  );
}

/** Continues a recording from the cursor as a run. Runs are branched instead. */
function FromHere({ onStart }: { readonly onStart: (wanted: Wanted) => void }) {
  const engine = useEngine();
  const shown = useOptionalSession();
  const chosen = useView((view) => view.turn);
  if (shown === null || shown.outline.isRun || shown.outline.turns === 0) return null;
  const { ref, title } = shown.outline;
  const turn = cursorOf(chosen, shown);
  return (
    <div className={styles.here}>
      <span>
        Continue from <strong>{title}</strong>, with its state {afterTurn(turn)}.
      </span>
      <Button
        onClick={() =>
          onStart({ start: () => engine.startAt({ session: ref, turn }), title: `${title}, from turn ${turn}` })
        }
      >
        Start a run from here
      </Button>
    </div>
  );
}

/** The five systems, each with an empty start and its teaching scripts. */
function StartExamples({ onStart }: { readonly onStart: (wanted: Wanted) => void }) {
  return (
    <ul className={styles.starts} aria-label="Systems">
      {starts.map(({ system, title, about, teaching, empty }) => (
        <li key={system} className={styles.start}>
          <h3 className={styles.system}>{title}</h3>
          <p className={styles.about}>{about}</p>
          <div className={styles.choices}>
            <Button
              aria-label={`${title}: empty start`}
              {...(system === 'task' ? { 'data-autofocus': true } : {})}
              onClick={() => onStart({ start: empty, untitled: `${title} by hand` })}
            >
              Empty start
            </Button>
            {teaching.map((one) => (
              <Button
                key={one.title}
                look="quiet"
                aria-label={`${title}: ${one.title}`}
                title={one.about}
                className={styles.teaching}
                onClick={() => onStart({ start: one.start, title: one.title })}
              >
                {one.title}
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
