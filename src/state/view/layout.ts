import type { ViewId } from '../../engine/systems/views.ts';
import type { Change } from './change.ts';
import type { CursorView } from './cursor.ts';

export const inspectorTabs = ['state', 'changes', 'call', 'raw', 'tokens', 'capabilities'] as const;
/**
 * Views that only some systems have. A session without the chosen view shows its state instead; read the choice through
 * `useTab`.
 */
export const systemTabs = [
  'lifecycle',
  'artifacts',
  'sharing',
  'itemLog',
  'channels',
  'layers',
  'namespaces',
  'templates',
] as const satisfies readonly ViewId[];
export type SystemTab = (typeof systemTabs)[number];

export type InspectorTab = (typeof inspectorTabs)[number] | SystemTab;

/** The regions of a narrow page, which shows one at a time. */
export const narrowRegions = ['sessions', 'contexts', 'turns', 'run', 'inspector', 'policy', 'rule', 'why'] as const;
export type NarrowRegion = (typeof narrowRegions)[number];

/** What the page shows beside the turns. */
export interface LayoutView {
  readonly tab: InspectorTab;
  /** The region that a narrow page shows. */
  readonly region: NarrowRegion;
  /** Which of the two states the inspector shows. */
  readonly root: 'context' | 'system';
}

export interface LayoutActions {
  /** On a narrow page, shows the inspector as well. */
  openTab(tab: InspectorTab): void;
  showRegion(region: NarrowRegion): void;
  showRoot(root: LayoutView['root']): void;
}

export const startLayout: LayoutView = { tab: 'state', region: 'turns', root: 'context' };

export const layoutActions = (set: Change<LayoutView & Pick<CursorView, 'path'>>): LayoutActions => ({
  openTab: (tab) => set({ tab, region: 'inspector' }),
  showRegion: (region) => set({ region }),
  showRoot: (root) => set({ root, path: null }),
});
