import { otherCompared } from '../../state/view/compare.ts';
import { type MainView, mainViews } from '../../state/view/layout.ts';
import { themes } from '../../state/view/settings.ts';
import { zoom } from '../moves.ts';
import { type Command, showing } from './command.ts';

/** Each with the name of its region. */
const mainTitles = {
  transcript: { title: 'Show the transcript', keys: 'T', region: 'Turns' },
  capabilities: { title: 'Show each capability with its calls', keys: 'x', region: 'Capabilities' },
  contexts: { title: 'Show each derived context with its verdicts', keys: 'X', region: 'Contexts' },
  backtest: { title: 'Backtest: judge the rules in many sessions', keys: 'b', region: 'Backtest' },
  compare: { title: 'Compare with another session', keys: '=', region: 'Compare' },
} as const satisfies { readonly [V in MainView]: Pick<Command, 'title' | 'keys'> & { readonly region: string } };

export const screenCommands: readonly Command[] = [
  ...mainViews.map((main): Command => ({
    id: `main-${main}`,
    title: mainTitles[main].title,
    keys: mainTitles[main].keys,
    run: ({ view, notices, page }) => {
      if (main === 'compare' && otherCompared(view.getState()) === null)
        return notices.getState().actions.showDialog('compare');
      view.getState().actions.openMain(main);
      page.focusRegion(mainTitles[main].region);
    },
  })),
  { id: 'compare-with', title: 'Compare with a different session…', run: showing('compare') },
  {
    id: 'stop-comparing',
    title: 'Stop comparing two sessions',
    run: ({ view, notices }) => {
      if (otherCompared(view.getState()) === null)
        notices.getState().actions.notify('No session is compared. Press `=` to compare this one.');
      else view.getState().actions.stopComparing();
    },
  },
  {
    id: 'rail',
    title: 'Show or hide the list of sessions',
    keys: 's',
    run: ({ view, page }) => {
      view.getState().actions.toggleRail();
      page.keepFocus('Turns');
    },
  },
  { id: 'zoom-in', title: 'Timeline: wider turns', keys: '+', run: (context) => zoom(context, 0.5) },
  { id: 'zoom-out', title: 'Timeline: narrower turns', keys: '-', run: (context) => zoom(context, 2) },
  { id: 'zoom-all', title: 'Timeline: all turns', keys: '0', run: (context) => zoom(context, null) },
  {
    id: 'axis',
    title: 'Timeline: turns or time on its axis',
    keys: 'A',
    run({ view, notices, session }) {
      const { axis, actions } = view.getState();
      if (session?.outline.recorded.times === 0)
        notices.getState().actions.notify('No turn of this recording has a time, so the timeline counts turns.');
      else actions.chooseAxis(axis === 'turns' ? 'time' : 'turns');
    },
  },
  { id: 'palette', title: 'Search, commands, go to turn', keys: 'Ctrl-k', everywhere: true, run: showing('palette') },
  {
    id: 'next-region',
    title: 'Next region',
    keys: 'F6',
    everywhere: true,
    run: ({ page }) => page.nextRegion(1),
  },
  {
    id: 'previous-region',
    title: 'Previous region',
    keys: 'Shift-F6',
    everywhere: true,
    run: ({ page }) => page.nextRegion(-1),
  },
  { id: 'keys', title: 'Keys', keys: '?', run: showing('keys') },
  {
    id: 'theme',
    title: 'Next theme',
    run: ({ view }) => {
      const { theme, actions } = view.getState();
      actions.setTheme(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto');
    },
  },
  ...themes.map((theme): Command => ({
    id: `theme-${theme}`,
    title: `Theme: ${theme === 'auto' ? 'as the system' : theme === 'contrast' ? 'high contrast' : theme}`,
    run: ({ view }) => view.getState().actions.setTheme(theme),
  })),
];
