import { closePolicy, redo, reopenPolicy, undo } from '../state/closing.ts';
import { togglePause } from '../state/liveView.ts';
import { cursorOf, shownLive, type ShownSession } from '../state/useSession.ts';
import { otherCompared } from '../state/view/compare.ts';
import { inspectorTabs, type InspectorTab, type MainView, mainViews } from '../state/view/layout.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import { type GivenKind, themes } from '../state/view/settings.ts';
import { givenAt } from '../panels/givenTools.ts';
import type { PictureKind } from '../panels/SaveMenu.tsx';
import type { SessionAction } from '../panels/sessionActions.ts';
import type { CommandContext, RunButton } from './commandContext.ts';
import { loadOpening } from './loadOpening.ts';
import { moveBy, moveTo, toChild, toFlip, toHit, toParent, zoom } from './moves.ts';

export const groups = ['Session', 'Move', 'Rule', 'Run', 'Inspector', 'Screen'] as const;

/** One action of the user, from the palette, by key, or by button. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: (typeof groups)[number];
  /** One chord (`Ctrl-k`) or several keys one after the other (`g g`); alternatives after ` / `. */
  readonly keys?: string;
  /** Also works while typing. */
  readonly everywhere?: boolean;
  /** Takes a number typed before its keys. */
  readonly counts?: true;
  /** What it would do now, after its title; the palette shows it. */
  about?(context: CommandContext): string | null;
  /** Whether the palette lists it now; without this, it always does. */
  isOffered?(context: CommandContext): boolean;
  run(context: CommandContext, count: number | null): void | Promise<void>;
}

const tabTitles = {
  why: 'Why',
  state: 'State',
  call: 'Call',
  changes: 'Changes',
  tokens: 'Tokens',
  raw: 'Raw',
} as const;

/** Each with the name of its region. */
const mainTitles = {
  transcript: { title: 'Show the transcript', keys: 'T', region: 'Turns' },
  capabilities: { title: 'Show each capability with its calls', keys: 'x', region: 'Capabilities' },
  contexts: { title: 'Show each derived context with its verdicts', keys: 'X', region: 'Contexts' },
  backtest: { title: 'Backtest: judge the rules in many sessions', keys: 'b', region: 'Backtest' },
  compare: { title: 'Compare with another session', keys: '=', region: 'Compare' },
} as const satisfies { readonly [V in MainView]: Pick<Command, 'title' | 'keys'> & { readonly region: string } };

/** Loaded when a command needs the policy. */
const policies = () => import('./policies.ts');

export const commands: readonly Command[] = [
  {
    id: 'open',
    title: 'Open session…',
    group: 'Session',
    run: async (context) => (await loadOpening()).pickFiles(context),
  },
  { id: 'paste', title: 'Open the text on the clipboard', group: 'Session', run: openClipboard },
  {
    id: 'attach',
    title: 'Attach to a running agent…',
    group: 'Session',
    keys: 'a',
    run: ({ notices }) => notices.getState().actions.showDialog('attach'),
  },
  acting('play-back', 'Play this session back as if it were live'),
  acting('pause-playback', 'Pause or continue playing back'),
  acting('follow-file', 'Follow the file of this session as it grows'),
  acting('stop-receiving', 'Stop the live session and keep what has arrived'),
  acting('keep', 'Keep this session on this device'),
  acting('forget', 'Stop keeping this session on this device'),
  { ...acting('share', 'Share or save this session…'), keys: 'S' },
  {
    id: 'note',
    title: 'Write a note on this turn or the focused path…',
    group: 'Session',
    keys: 'm',
    run({ session, view, notices, page }) {
      if (session === null) return;
      const { turn, path } = view.getState();
      const { writeNote } = notices.getState().actions;
      writeNote({ turn: Math.max(0, cursorOf(turn, session)), path, isOnPath: page.isIn('Inspector'), note: null });
    },
  },
  {
    id: 'notes',
    title: 'Notes of this session…',
    group: 'Session',
    keys: 'M',
    run: ({ notices }) => notices.getState().actions.showDialog('notes'),
  },
  acting('save-records', 'Download the records of the live session'),
  {
    id: 'start-run',
    title: 'Start a run…',
    group: 'Session',
    run: ({ notices }) => notices.getState().actions.showDialog('start-run'),
  },
  {
    id: 'report',
    title: 'Show the import report',
    group: 'Session',
    run: ({ notices }) => notices.getState().actions.showDialog('report'),
  },
  savingTimeline('svg'),
  savingTimeline('png'),
  savingSessions('svg'),
  savingSessions('png'),
  {
    id: 'settings',
    title: 'Settings…',
    group: 'Session',
    run: ({ notices }) => notices.getState().actions.showDialog('settings'),
  },

  {
    id: 'next-turn',
    title: 'Next turn',
    group: 'Move',
    keys: 'j',
    counts: true,
    run: (context, count) => moveBy(context, count ?? 1),
  },
  {
    id: 'previous-turn',
    title: 'Previous turn',
    group: 'Move',
    keys: 'k',
    counts: true,
    run: (context, count) => moveBy(context, -(count ?? 1)),
  },
  { id: 'first-turn', title: 'First turn', group: 'Move', keys: 'g g', run: (context) => moveTo(context, 0) },
  {
    id: 'last-turn',
    title: 'Last turn, or turn n after a number',
    group: 'Move',
    keys: 'G',
    counts: true,
    run: (context, count) => moveTo(context, count ?? Number.MAX_SAFE_INTEGER),
  },
  { id: 'next-hit', title: 'Next hit', group: 'Move', keys: 'n', run: (context) => toHit(context, 1) },
  { id: 'previous-hit', title: 'Previous hit', group: 'Move', keys: 'p', run: (context) => toHit(context, -1) },
  {
    id: 'next-flip',
    title: 'Next flip of the verdict',
    group: 'Move',
    keys: ']',
    run: (context) => toFlip(context, 1),
  },
  {
    id: 'previous-flip',
    title: 'Previous flip of the verdict',
    group: 'Move',
    keys: '[',
    run: (context) => toFlip(context, -1),
  },
  { id: 'parent', title: 'Go to the parent context', group: 'Move', keys: 'h', run: toParent },
  { id: 'child', title: 'Go to the next child context', group: 'Move', keys: 'l', run: toChild },
  {
    id: 'follow',
    title: 'Follow the newest turn of a live session',
    group: 'Move',
    keys: 'f',
    run: (context) => withLive(context, ({ view }) => view.getState().actions.followNewest()),
  },
  {
    id: 'pause',
    title: 'Pause or resume the view of a live session',
    group: 'Move',
    keys: 'P',
    run: (context) => withLive(context, ({ view }, session) => togglePause(view, session)),
  },
  { id: 'find', title: 'Find text, or filter turns by CEL', group: 'Move', keys: '/', run: toFilter },

  {
    id: 'undo',
    title: 'Undo',
    group: 'Rule',
    keys: 'Ctrl-z',
    about: ({ view }) => view.getState().done.at(-1)?.title ?? null,
    run: ({ view, notices }) => undo(view, notices),
  },
  {
    id: 'redo',
    title: 'Redo',
    group: 'Rule',
    keys: 'Ctrl-Shift-z',
    about: ({ view }) => view.getState().undone.at(-1)?.title ?? null,
    run: ({ view, notices }) => redo(view, notices),
  },
  { id: 'edit-rule', title: 'Edit the rule', group: 'Rule', keys: 'e', run: entering('rule') },
  {
    id: 'why',
    title: 'Why this verdict',
    group: 'Rule',
    keys: 'w',
    run: ({ view, page }) => {
      view.getState().actions.openTab('why');
      page.focusRegion('Why');
    },
  },
  {
    id: 'watch',
    title: 'Watch live sessions with the policy or the rule',
    group: 'Rule',
    keys: 'W',
    run: async ({ view, notices }) =>
      (await import('../panels/watchLive.ts')).toggleWatch(view, notices.getState().actions.notify),
  },
  {
    id: 'inline-values',
    title: 'Show or hide values in the rule',
    group: 'Rule',
    keys: 'v',
    run: ({ view }) => {
      const { inlineValues, actions } = view.getState();
      actions.showInlineValues(!inlineValues);
    },
  },
  {
    id: 'coverage',
    title: 'Show or hide how often each clause was true',
    group: 'Rule',
    keys: 'C',
    run: ({ view }) => {
      const { coverage, actions } = view.getState();
      actions.showCoverage(coverage === null ? 'session' : null);
    },
  },
  {
    id: 'decisions',
    title: 'Decisions: draft against baseline',
    group: 'Rule',
    keys: 'D',
    run: ({ notices }) => notices.getState().actions.showDialog('decisions'),
  },
  {
    id: 'revisions',
    title: 'Revisions of the rule…',
    group: 'Rule',
    keys: 'H',
    run: ({ notices }) => notices.getState().actions.showDialog('revisions'),
  },
  { id: 'policy', title: 'Go to the policy, or make one from the rule', group: 'Rule', keys: 'y', run: toPolicy },
  {
    id: 'next-rule',
    title: 'Next rule of the policy',
    group: 'Rule',
    keys: '}',
    run: async (context) => (await policies()).nextRule(context, 1),
  },
  {
    id: 'previous-rule',
    title: 'Previous rule of the policy',
    group: 'Rule',
    keys: '{',
    run: async (context) => (await policies()).nextRule(context, -1),
  },
  {
    id: 'new-test',
    title: 'Make this turn a test of the rule',
    group: 'Rule',
    keys: 't',
    run: async (context) => (await policies()).askForTest(context),
  },
  {
    id: 'close-policy',
    title: 'Close the policy',
    group: 'Rule',
    run: ({ view, notices }) => closePolicy(view, notices),
  },
  {
    id: 'reopen-policy',
    title: 'Reopen the closed policy',
    group: 'Rule',
    run: ({ view, notices }) => reopenPolicy(view, notices),
  },
  {
    id: 'compare-engines',
    title: 'Compare engines of CEL…',
    group: 'Rule',
    isOffered: ({ session }) => session !== null,
    run: ({ notices }) => notices.getState().actions.showDialog('engines'),
  },
  giving('given', 'Give values of a request…'),
  giving('findings', 'Findings table…'),
  {
    id: 'propose-rule',
    title: 'Return to the suggested rule',
    group: 'Rule',
    run({ view }) {
      const { does, resetRule } = view.getState().actions;
      does('return to the suggested rule', resetRule);
    },
  },

  { id: 'type-call', title: 'Write a call', group: 'Run', keys: 'c', run: toRun },
  stepping('step-back', 'Step back', ','),
  stepping('step-forward', 'Step forward', '.'),
  stepping('restart', 'Go to the start of the run', '<'),
  stepping('run-to-end', 'Go to the end of the run', '>'),

  {
    id: 'show-changes',
    title: 'Show changes at this turn',
    group: 'Inspector',
    keys: 'd',
    run: inspecting('changes'),
  },
  ...inspectorTabs.map((tab, index): Command => ({
    id: `tab-${tab}`,
    title: `Inspector: ${tabTitles[tab]}`,
    group: 'Inspector',
    keys: String(index + 1),
    run: inspecting(tab),
  })),
  ...['first', 'second', 'third'].map((which, index): Command => ({
    id: `system-view-${index}`,
    title: `Inspector: ${which} view of this system`,
    group: 'Inspector',
    keys: String(inspectorTabs.length + index + 1),
    run: (context) => {
      const views = context.session?.outline.views ?? [];
      const tab = views[index];
      if (tab !== undefined) inspecting(tab)(context);
      else context.notices.getState().actions.notify(`This session has no ${which} view of its system.`);
    },
  })),

  ...mainViews.map((main): Command => ({
    id: `main-${main}`,
    title: mainTitles[main].title,
    keys: mainTitles[main].keys,
    group: 'Screen',
    run: ({ view, notices, page }) => {
      if (main === 'compare' && otherCompared(view.getState()) === null)
        return notices.getState().actions.showDialog('compare');
      view.getState().actions.openMain(main);
      page.focusRegion(mainTitles[main].region);
    },
  })),
  {
    id: 'compare-with',
    title: 'Compare with a different session…',
    group: 'Screen',
    run: ({ notices }) => notices.getState().actions.showDialog('compare'),
  },
  {
    id: 'stop-comparing',
    title: 'Stop comparing two sessions',
    group: 'Screen',
    run: ({ view, notices }) => {
      if (otherCompared(view.getState()) === null)
        notices.getState().actions.notify('No session is compared. Press `=` to compare this one.');
      else view.getState().actions.stopComparing();
    },
  },
  {
    id: 'rail',
    title: 'Show or hide the list of sessions',
    group: 'Screen',
    keys: 's',
    run: ({ view, page }) => {
      view.getState().actions.toggleRail();
      page.keepFocus('Turns');
    },
  },
  { id: 'zoom-in', title: 'Timeline: wider turns', group: 'Screen', keys: '+', run: (context) => zoom(context, 0.5) },
  { id: 'zoom-out', title: 'Timeline: narrower turns', group: 'Screen', keys: '-', run: (context) => zoom(context, 2) },
  { id: 'zoom-all', title: 'Timeline: all turns', group: 'Screen', keys: '0', run: (context) => zoom(context, null) },
  {
    id: 'axis',
    title: 'Timeline: turns or time on its axis',
    group: 'Screen',
    keys: 'A',
    run({ view, notices, session }) {
      const { axis, actions } = view.getState();
      if (session?.outline.recorded.times === 0)
        notices.getState().actions.notify('No turn of this recording has a time, so the timeline counts turns.');
      else actions.chooseAxis(axis === 'turns' ? 'time' : 'turns');
    },
  },
  {
    id: 'palette',
    title: 'Search, commands, go to turn',
    group: 'Screen',
    keys: 'Ctrl-k',
    everywhere: true,
    run: ({ notices }) => notices.getState().actions.showDialog('palette'),
  },
  {
    id: 'next-region',
    title: 'Next region',
    group: 'Screen',
    keys: 'F6',
    everywhere: true,
    run: ({ page }) => page.nextRegion(1),
  },
  {
    id: 'previous-region',
    title: 'Previous region',
    group: 'Screen',
    keys: 'Shift-F6',
    everywhere: true,
    run: ({ page }) => page.nextRegion(-1),
  },
  {
    id: 'keys',
    title: 'Keys',
    group: 'Screen',
    keys: '?',
    run: ({ notices }) => notices.getState().actions.showDialog('keys'),
  },
  {
    id: 'theme',
    title: 'Next theme',
    group: 'Screen',
    run: ({ view }) => {
      const { theme, actions } = view.getState();
      actions.setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto');
    },
  },
  ...themes.map((theme): Command => ({
    id: `theme-${theme}`,
    title: `Theme: ${theme === 'auto' ? 'as the system' : theme === 'contrast' ? 'high contrast' : theme}`,
    group: 'Screen',
    run: ({ view }) => view.getState().actions.setTheme(theme),
  })),
];

/** Moves the focus into a region; a narrow page shows the region first. */
function entering(region: keyof typeof regionNames) {
  return ({ view, page }: CommandContext) => {
    view.getState().actions.showRegion(region);
    page.focusRegion(regionNames[region]);
  };
}

const regionNames = { run: 'Run', policy: 'Policy', rule: 'Rule' } as const;

/** Without a policy, makes one from the rule in the editor. */
async function toPolicy(context: CommandContext) {
  if (context.view.getState().policy !== null || (await (await policies()).newPolicy(context)))
    entering('policy')(context);
}

function toRun(context: CommandContext) {
  if (context.session?.outline.isRun === true) entering('run')(context);
  else noRun(context);
}

function toFilter({ view, page }: CommandContext) {
  view.getState().actions.openMain('transcript');
  page.focusFilter();
}

function inspecting(tab: InspectorTab) {
  return ({ view, page }: CommandContext) => {
    view.getState().actions.openTab(tab);
    page.keepFocus('Inspector');
  };
}

function noRun({ notices }: CommandContext) {
  notices.getState().actions.notify('No run is on the screen. Start one, or choose the Run tab on a narrow page.');
}

function withLive(context: CommandContext, act: (context: CommandContext, session: ShownSession) => void): void {
  const hasStream = shownLive(context.view.getState()) !== undefined;
  if (context.session !== null && hasStream) act(context, context.session);
  else context.notices.getState().actions.notify('No live session is on the screen. Press `a` to attach to one.');
}

function savingTimeline(kind: PictureKind): Command {
  return {
    id: `save-timeline-${kind}`,
    title: `Save the timeline as ${kind.toUpperCase()}`,
    group: 'Session',
    run: async ({ page, notices }) => {
      if (!(await page.saveTimeline(kind))) notices.getState().actions.notify('No session is open.');
    },
  };
}

function savingSessions(kind: PictureKind): Command {
  return {
    id: `save-sessions-${kind}`,
    title: `Save the list of sessions as ${kind.toUpperCase()}`,
    group: 'Session',
    run: async ({ engine, notices }) => {
      const { saveSessions } = await import('../panels/sessions/saveSessions.ts');
      await saveSessions({ engine, notify: notices.getState().actions.notify }, kind);
    },
  };
}

function acting(id: SessionAction, title: string): Command {
  return {
    id,
    title,
    group: 'Session',
    async run({ session, notices, ...deps }) {
      if (session === null) return;
      const { notify, share } = notices.getState().actions;
      await (await import('../panels/sessionActions.ts')).actOnShown(id, { ...deps, notify, share }, session.outline);
    },
  };
}

/** What a person gives for the rule in the editor, where its environment has something that no recording holds. */
function giving(kind: GivenKind, title: string): Command {
  return {
    id: kind,
    title,
    group: 'Rule',
    isOffered: ({ view, session }) => {
      const rule = ruleInEditor(view.getState()) ?? session?.starter ?? null;
      return session !== null && rule !== null && givenAt(rule.hook)?.kind === kind;
    },
    run: ({ notices }) => notices.getState().actions.showDialog(kind),
  };
}

function stepping(button: RunButton, title: string, keys: string): Command {
  return {
    id: button,
    title,
    group: 'Run',
    keys,
    run(context) {
      if (!context.page.press(button)) noRun(context);
    },
  };
}

export function commandOf(id: string): Command {
  const command = commands.find((one) => one.id === id);
  if (command === undefined) throw new Error(`there is no command ${id}`);
  return command;
}

async function openClipboard(context: CommandContext) {
  try {
    const text = await context.page.readClipboard();
    await (await loadOpening()).openText(context, text, 'pasted text');
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    context.notices
      .getState()
      .actions.notify(
        'The browser does not allow the page to read the clipboard. Press Ctrl-V (⌘V) on the page instead.',
        {
          tone: 'failure',
        },
      );
  }
}

/** Commands in the order of `groups`, for the palette and the list of keys. */
export const commandsByGroup = groups.map((group) => ({
  group,
  members: commands.filter((command) => command.group === group),
}));
