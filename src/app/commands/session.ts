import type { PictureKind } from '../../panels/SaveMenu.tsx';
import type { SessionAction } from '../../panels/sessionActions.ts';
import { samplesQuery } from '../../services/samples.ts';
import { removeSession } from '../../state/closing.ts';
import type { OpenSource } from '../../state/view/sessions.ts';
import type { ViewStore } from '../../state/view.ts';
import { cursorOf } from '../../state/useSession.ts';
import type { CommandContext } from '../commandContext.ts';
import { loadOpening } from '../loadOpening.ts';
import { type Command, showing } from './command.ts';

export const sessionCommands: readonly Command[] = [
  { id: 'next-sample', title: 'Next sample', run: nextSample },
  { id: 'open', title: 'Open session…', run: async (context) => (await loadOpening()).pickFiles(context) },
  { id: 'paste', title: 'Open the text on the clipboard', run: openClipboard },
  { id: 'attach', title: 'Attach to a running agent…', keys: 'a', run: showing('attach') },
  acting('play-back', 'Play this session back as if it were live'),
  acting('pause-playback', 'Pause or continue playing back'),
  acting('follow-file', 'Follow the file of this session as it grows'),
  acting('stop-receiving', 'Stop the live session and keep what has arrived'),
  acting('keep', 'Keep this session on this device'),
  acting('forget', 'Forget this session: stop keeping it on this device'),
  {
    id: 'remove',
    title: 'Remove this session from the list',
    isOffered: ({ view }) => shownSource(view) !== undefined,
    run: removeShown,
  },
  { ...acting('share', 'Share or save this session…'), keys: 'S' },
  {
    id: 'note',
    title: 'Write a note on this turn or the focused path…',
    keys: 'm',
    run({ session, view, notices, page }) {
      if (session === null) return;
      const { turn, path } = view.getState();
      const { writeNote } = notices.getState().actions;
      writeNote({ turn: Math.max(0, cursorOf(turn, session)), path, isOnPath: page.isIn('Inspector'), note: null });
    },
  },
  { id: 'notes', title: 'Notes of this session…', keys: 'M', run: showing('notes') },
  acting('save-records', 'Download the records of the live session'),
  { id: 'start-run', title: 'Start a run…', run: showing('start-run') },
  { id: 'report', title: 'Show the import report', run: showing('report') },
  savingTimeline('svg'),
  savingTimeline('png'),
  savingSessions('svg'),
  savingSessions('png'),
  { id: 'settings', title: 'Settings…', run: showing('settings') },
];

function nextSample({ queries, view }: CommandContext) {
  const samples = queries.getQueryData(samplesQuery().queryKey) ?? [];
  const { session, actions } = view.getState();
  const shown = session?.kind === 'sample' ? samples.findIndex(({ id }) => id === session.sample) : -1;
  const next = samples[(shown + 1) % samples.length];
  if (next !== undefined) actions.chooseSession({ kind: 'sample', sample: next.id, entry: 0 });
}

/** Undefined for a sample. */
function shownSource(view: ViewStore): OpenSource | undefined {
  const { session, sources } = view.getState();
  return session?.kind === 'source' ? sources.find(({ opened }) => opened.source === session.source) : undefined;
}

function removeShown({ engine, view, notices }: CommandContext) {
  const source = shownSource(view);
  const { notify } = notices.getState().actions;
  if (source === undefined) return notify('A sample stays in the list.');
  // Nothing waits for the result, and a new engine that does not have the text needs not close it.
  removeSession(
    view,
    notices,
    source,
    () => void engine.close({ source: source.opened.source }).catch(() => undefined),
  );
}

async function openClipboard(context: CommandContext) {
  try {
    const text = await context.page.readClipboard();
    await (await loadOpening()).openText(context, text, 'pasted text');
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    const { notify } = context.notices.getState().actions;
    notify('The browser does not allow the page to read the clipboard. Press Ctrl-V (⌘V) on the page instead.', {
      tone: 'failure',
    });
  }
}

function acting(id: SessionAction, title: string): Command {
  return {
    id,
    title,
    async run({ session, notices, ...deps }) {
      if (session === null) return;
      const { notify, share } = notices.getState().actions;
      const { actOnShown } = await import('../../panels/sessionActions.ts');
      await actOnShown(id, { ...deps, notify, share }, session.outline);
    },
  };
}

function savingTimeline(kind: PictureKind): Command {
  return {
    id: `save-timeline-${kind}`,
    title: `Save the timeline as ${kind.toUpperCase()}`,
    run: async ({ page, notices }) => {
      if (!(await page.saveTimeline(kind))) notices.getState().actions.notify('No session is open.');
    },
  };
}

function savingSessions(kind: PictureKind): Command {
  return {
    id: `save-sessions-${kind}`,
    title: `Save the list of sessions as ${kind.toUpperCase()}`,
    run: async ({ engine, notices }) => {
      const { saveSessions } = await import('../../panels/sessions/saveSessions.ts');
      await saveSessions({ engine, notify: notices.getState().actions.notify }, kind);
    },
  };
}
