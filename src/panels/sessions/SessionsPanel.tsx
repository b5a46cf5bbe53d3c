import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useId, useMemo, useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { type Sample, samplesQuery, sampleSourceQuery } from '../../services/samples.ts';
import { removeSession } from '../../state/closing.ts';
import { useNoticeActions, useNoticeStore } from '../../state/useNotices.ts';
import { useView, useViewActions, useViewStore } from '../../state/useView.ts';
import { useOptionalSession } from '../../state/useSession.ts';
import {
  chosenSession,
  type OpenSource,
  type SessionChoice,
  sameSession,
  unseenFires,
} from '../../state/view/sessions.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { Failure } from '../../ui/EmptyState.tsx';
import { bytes } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Region } from '../../ui/Region.tsx';
import { RovingList } from '../../ui/RovingList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SessionButton } from './SessionButton.tsx';
import styles from './SessionsPanel.module.css';
import { type PictureKind, SaveMenu } from '../SaveMenu.tsx';
import type { ListedSession } from '../sessionActions.ts';
import { SettledRule } from './SettledRule.tsx';

/** Loads when it is opened. */
const SessionMenu = lazy(async () => ({ default: (await import('./SessionMenu.tsx')).SessionMenu }));

/** Few sessions are live. */
const LiveLine = lazy(async () => ({ default: (await import('./LiveLine.tsx')).LiveLine }));

/** Few files hold several sessions. */
const EntryList = lazy(async () => ({ default: (await import('./EntryList.tsx')).EntryList }));

/** Few live sessions have an agent to write to. */
const AgentForm = lazy(async () => ({ default: (await import('./AgentForm.tsx')).AgentForm }));

/** The samples and open sessions, each with how often the rule in the editor fires in it. */
export function SessionsPanel() {
  const samples = useQuery(samplesQuery());
  const sources = useView((view) => view.sources);
  const choice = useView(chosenSession);
  const { notify, showDialog } = useNoticeActions();
  const engine = useEngine();
  const save = async (kind: PictureKind) => (await import('./saveSessions.ts')).saveSessions({ engine, notify }, kind);

  // The other samples load after the shown one is on the screen.
  const isShown = useOptionalSession() !== null;

  const first = samples.data?.[0]?.id;
  const shown = useMemo(
    (): SessionChoice | null => choice ?? (first === undefined ? null : { kind: 'sample', sample: first, entry: 0 }),
    [choice, first],
  );

  return (
    <Region
      name="Sessions"
      title={null}
      className={styles.panel}
      actions={
        <>
          <Button look="quiet" aria-label="Attach…" onClick={() => showDialog('attach')}>
            Attach
          </Button>
          <Button look="quiet" aria-label="Start a run…" onClick={() => showDialog('start-run')}>
            Run
          </Button>
          <SaveMenu name="list of sessions" onSave={save} />
        </>
      }
    >
      <SettledRule>
        {sources.length > 0 && (
          <ul className={styles.list} aria-label="Opened">
            {/* Opened last, listed first. */}
            {sources.toReversed().map((source) => (
              <OpenedItem key={source.opened.source} source={source} shown={shown} />
            ))}
          </ul>
        )}
        {samples.isPending && <Skeleton lines={6} label="Loading samples" />}
        {samples.isError && <Failure message={samples.error.message} />}
        {samples.isSuccess && (
          <>
            <h3 className={styles.heading}>Samples</h3>
            <RovingList className={styles.list} aria-label="Samples" data-group="Samples">
              {samples.data.map((sample) => (
                <SampleItem key={sample.id} sample={sample} shown={shown} loads={isShown} />
              ))}
            </RovingList>
          </>
        )}
      </SettledRule>
    </Region>
  );
}

interface SampleItemProps {
  readonly sample: Sample;
  readonly shown: SessionChoice | null;
  readonly loads: boolean;
}

/** Not drawn again while another session grows, as `OpenedItem`. */
const SampleItem = memo(function SampleItem({ sample, shown, loads }: SampleItemProps) {
  const { chooseSession } = useViewActions();
  const choice: SessionChoice = { kind: 'sample', sample: sample.id, entry: 0 };
  const opened = useQuery({ ...sampleSourceQuery(useEngine(), sample), enabled: loads });
  const isShown = sameSession(shown, choice);
  return (
    <li className={styles.sample}>
      <SessionButton
        title={sample.title}
        about={`${sample.about} — ${sample.origin}, ${sample.licence}`}
        source={opened.data?.source ?? null}
        entry={0}
        walked
        current={isShown}
        onChoose={() => chooseSession(choice)}
      />
      {isShown && opened.data !== undefined && (
        <MenuButton name={sample.title} source={opened.data.source} entry={0} live={undefined} />
      )}
    </li>
  );
});

interface OpenedItemProps {
  readonly source: OpenSource;
  readonly shown: SessionChoice | null;
}

const OpenedItem = memo(function OpenedItem({ source, shown }: OpenedItemProps) {
  const { chooseSession } = useViewActions();
  const view = useViewStore();
  const notices = useNoticeStore();
  const engine = useEngine();
  const { name, opened, live, handle, kept } = source;
  const choose = (entry: number) => chooseSession({ kind: 'source', source: opened.source, entry });
  // Runs are named after their system, so their title is used instead.
  const called = opened.importer === 'run' ? (opened.sessions[0]?.title ?? name) : name;
  const current = shown?.kind === 'source' && shown.source === opened.source ? shown.entry : null;
  const remove = (button: HTMLElement) => {
    // The button disappears with its source: move the focus to the region.
    button.closest<HTMLElement>('[data-region]')?.focus();
    // Nothing waits for the result, and a new engine that does not have the text needs not close it.
    const close = () => void engine.close({ source: opened.source }).catch(() => undefined);
    removeSession(view, notices, source, close);
  };

  return (
    <li className={styles.source} data-group={opened.sessions.length > 1 ? name : undefined}>
      <div className={styles.sourceBar}>
        <span
          className={styles.sourceName}
          title={`${name}: ${opened.importerTitle}${opened.bytes > 0 ? `, ${bytes(opened.bytes)}` : ''}`}
        >
          <CutTitle title={name} />
        </span>
        {kept !== undefined && <KeptMark />}
        <MenuButton
          name={called}
          source={opened.source}
          entry={current ?? 0}
          live={live}
          handle={handle}
          kept={kept ?? null}
        />
        <IconButton icon="close" label={`Remove ${called}`} onClick={(event) => remove(event.currentTarget)} />
      </div>
      {live !== undefined && (
        <Suspense fallback={<div className={styles.live} />}>
          <LiveLine name={name} source={opened.source} live={live} unseen={unseenFires(source)} />
        </Suspense>
      )}
      {opened.sessions.length > 1 && (
        <Suspense>
          <EntryList opened={opened} current={current} onChoose={choose} />
        </Suspense>
      )}
      {live !== undefined && live.agent !== null && (
        <Suspense>
          <AgentForm source={opened.source} agent={live.agent} />
        </Suspense>
      )}
      {opened.sessions.length === 1 && (
        <SessionButton
          title={opened.sessions[0]?.title ?? name}
          about={name}
          source={opened.source}
          entry={0}
          current={current === 0}
          onChoose={() => choose(0)}
        />
      )}
    </li>
  );
});

const KeptMark = () => (
  <span className={styles.kept} title="Kept on this device: it is open again after a reload">
    <Icon name="kept" />
    <span className="visually-hidden">kept on this device</span>
  </span>
);

/** Opens the menu of a session in the list. */
function MenuButton(session: ListedSession & { readonly name: string }) {
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const id = useId();
  return (
    <>
      <IconButton
        icon="more"
        label={`More for ${session.name}`}
        aria-haspopup="menu"
        popoverTarget={id}
        aria-expanded={opener !== null}
        onClick={(event) => {
          // By itself, the browser would close what opens here.
          event.preventDefault();
          setOpener(opener === null ? event.currentTarget : null);
        }}
      />
      {opener !== null && (
        <Suspense>
          <SessionMenu {...session} id={id} opener={opener} onClose={() => setOpener(null)} />
        </Suspense>
      )}
    </>
  );
}
