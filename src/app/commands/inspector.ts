import { inspectorTabs, type InspectorTab } from '../../state/view/layout.ts';
import type { CommandContext } from '../commandContext.ts';
import type { Command } from './command.ts';

const tabTitles = {
  why: 'Why',
  state: 'State',
  call: 'Call',
  changes: 'Changes',
  tokens: 'Tokens',
  raw: 'Raw',
} as const;

export const inspectorCommands: readonly Command[] = [
  { id: 'show-changes', title: 'Show changes at this turn', keys: 'd', run: inspecting('changes') },
  ...inspectorTabs.map((tab, index): Command => ({
    id: `tab-${tab}`,
    title: `Inspector: ${tabTitles[tab]}`,
    keys: String(index + 1),
    run: inspecting(tab),
  })),
  ...['first', 'second', 'third'].map((which, index): Command => ({
    id: `system-view-${index}`,
    title: `Inspector: ${which} view of this system`,
    keys: String(inspectorTabs.length + index + 1),
    run: (context) => {
      const views = context.session?.outline.views ?? [];
      const tab = views[index];
      if (tab !== undefined) inspecting(tab)(context);
      else context.notices.getState().actions.notify(`This session has no ${which} view of its system.`);
    },
  })),
];

function inspecting(tab: InspectorTab) {
  return ({ view, page }: CommandContext) => {
    view.getState().actions.openTab(tab);
    page.keepFocus('Inspector');
  };
}
