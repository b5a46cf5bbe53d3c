import { once } from '../../base/once.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { keepingSettingsQuery, keptQuery, roomQuery, setAsideQuery } from '../../services/keeping/queries.ts';
import { openKept } from '../../services/keeping/sessions.ts';
import { changeSettings } from '../../services/keeping/settings.ts';
import { useKeeping } from '../../services/keeping/useKeeping.ts';
import type { Listed } from '../../services/keeping/keeping.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useView, useViewStore } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { bytes, count, counted } from '../../ui/format.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { ProblemError } from '../../worker/connect.ts';
import { forgetEverything, forgetSessions } from '../keepSessions.ts';
import { useSaveAsItIs } from '../textsOut.ts';
import styles from './KeptSection.module.css';

/** What is kept on this device, with its size, and how to remove it. */
export function KeptSection() {
  const keeping = useKeeping();
  const fault = keeping.fault();
  return (
    <section className={styles.kept} aria-labelledby="kept">
      <h3 id="kept" className={styles.heading}>
        Kept on this device
      </h3>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault.message}
        </p>
      )}
      <p className={styles.about}>
        Your rules, policies, marks, notes and runs are kept in this browser, and come back when you open the page
        again. Sessions that you open are kept when you say so: <i>More</i> beside a session’s name has{' '}
        <i>Keep on this device</i>.
      </p>
      <Choices />
      <Sessions />
      <Notes />
      <SetAsideList />
      <ForgetEverything />
    </section>
  );
}

function Choices() {
  const keeping = useKeeping();
  const settings = useQuery(keepingSettingsQuery(keeping)).data;
  if (settings === undefined) return null;
  const change = (changed: Parameters<typeof changeSettings>[1]) => void changeSettings(keeping, changed);
  return (
    <div className={styles.choices}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={settings.keepsAll}
          onChange={({ target }) => change({ keepsAll: target.checked })}
        />
        Keep every session that I open
      </label>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={settings.asksBeforeClosing}
          onChange={({ target }) => change({ asksBeforeClosing: target.checked })}
        />
        Ask once before the tab closes while a session is not kept
      </label>
    </div>
  );
}

function Sessions() {
  const keeping = useKeeping();
  const sessions = useQuery(keptQuery(keeping, 'session')).data ?? none;
  const room = useQuery(roomQuery()).data ?? null;
  const total = sessions.reduce((sum, { value }) => sum + value.bytes, 0);
  return (
    <>
      {sessions.length > 0 && (
        <ul className={styles.list} aria-label="Kept sessions">
          {sessions.map((session) => (
            <KeptSession key={session.id} session={session} />
          ))}
        </ul>
      )}
      <p className={styles.about} role="status" aria-label="Kept on this device">
        {sessions.length === 0 ? 'No session is kept.' : `${counted(sessions.length, 'session')} in ${bytes(total)}.`}
        {room !== null &&
          ` The page’s data take ${bytes(room.usage)} of the ${bytes(room.quota)} that the browser allows.`}
      </p>
    </>
  );
}

const none: readonly Listed<'session'>[] = [];

function KeptSession({ session }: { readonly session: Listed<'session'> }) {
  const engine = useEngine();
  const keeping = useKeeping();
  const view = useViewStore();
  const { notify } = useNoticeActions();
  const isOpen = useView(({ sources }) => sources.some(({ kept }) => kept === session.id));
  const { name, opened, keptAt, bytes: size } = session.value;
  const title = opened.sessions.length === 1 ? (opened.sessions[0]?.title ?? name) : name;
  const open = async () => {
    try {
      const source = await openKept({ engine, keeping }, session);
      view.getState().actions.addSource({ name, opened: { ...opened, source }, kept: session.id });
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      notify(`${name} could not be opened. ${cause.problem.message}`, { tone: 'failure' });
    }
  };
  return (
    <li className={styles.session}>
      <span className={styles.name}>
        <CutTitle title={title} />
      </span>
      <span className={styles.facts}>
        {opened.sessions.length > 1 && `${count(opened.sessions.length)} sessions, `}
        {opened.importerTitle}, {bytes(size)}, {dateOf(keptAt)}
      </span>
      <span className={styles.actions}>
        {isOpen ? (
          <span className={styles.facts}>open</span>
        ) : (
          <Button aria-label={`Open ${title}`} onClick={() => void open()}>
            Open
          </Button>
        )}
        <Button
          look="quiet"
          aria-label={`Remove ${title} from this device`}
          onClick={() => void forgetSessions({ keeping, view }, [session.id])}
        >
          Remove
        </Button>
      </span>
    </li>
  );
}

const dates = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }));
const dateOf = (at: number): string => dates().format(at);

/** Notes are kept also where their session is not. */
function Notes() {
  const keeping = useKeeping();
  const notes = useQuery(keptQuery(keeping, 'note')).data ?? [];
  const shown = notes.filter(({ value }) => value.isRemoved !== true);
  if (shown.length === 0) return null;
  const sessions = new Set(shown.map(({ value }) => value.session)).size;
  return (
    <p className={styles.about} role="status" aria-label="Kept notes">
      {counted(shown.length, 'note')} on {counted(sessions, 'session')}.
    </p>
  );
}

/** Records that could not be read, each as a file. */
function SetAsideList() {
  const keeping = useKeeping();
  const save = useSaveAsItIs();
  const aside = useQuery(setAsideQuery(keeping)).data ?? [];
  if (aside.length === 0) return null;
  return (
    <div className={styles.aside}>
      <p>
        {aside.length === 1 ? 'One record' : `${count(aside.length)} records`} could not be read and{' '}
        {aside.length === 1 ? 'was' : 'were'} set aside.
      </p>
      <ul className={styles.list} aria-label="Records set aside">
        {aside.map(({ id, why, text }) => (
          <li key={id} className={styles.session}>
            <span className={styles.name}>{id}</span>
            <span className={styles.facts}>{why}</span>
            <span className={styles.actions}>
              <Button
                aria-label={`Download ${id}`}
                onClick={() => save({ text, fileName: `${id.replaceAll(/\W+/g, '-')}.json` })}
              >
                Download
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={() => void keeping.removeSetAside()}>
        Remove {aside.length === 1 ? 'it' : 'them'}
      </Button>
    </div>
  );
}

/** There is no way back from it, so it is confirmed. */
function ForgetEverything() {
  const keeping = useKeeping();
  const view = useViewStore();
  const [step, setStep] = useState<'offered' | 'confirming' | 'done'>('offered');
  const forget = async () => {
    await forgetEverything({ keeping, view });
    setStep('done');
  };
  if (step === 'done')
    return (
      <p className={styles.about} role="status">
        Everything was removed from this device. What is on the page now stays here until you close the tab.
      </p>
    );
  if (step === 'offered')
    return (
      <div>
        <Button onClick={() => setStep('confirming')}>Forget everything…</Button>
      </div>
    );
  return (
    <div className={styles.confirming} role="group" aria-label="Forget everything">
      <p>
        This removes all kept sessions, runs, rules, revisions, policies, marks, notes and mappings from this browser,
        also those of other tabs. It cannot be undone. The theme and similar choices stay.
      </p>
      <div className={styles.actions}>
        <Button look="main" onClick={() => void forget()}>
          Forget everything
        </Button>
        <Button look="quiet" data-autofocus onClick={() => setStep('offered')}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
