import type { ViewId } from '../../engine/systems/views.ts';
import type { Change } from './change.ts';
import type { CursorView } from './cursor.ts';

export const inspectorTabs = ['why', 'state', 'call', 'changes', 'tokens', 'raw'] as const;
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

/** The views beside the inspector. */
export const mainViews = ['transcript', 'capabilities', 'contexts', 'backtest', 'compare'] as const;
export type MainView = (typeof mainViews)[number];

/** The regions of a narrow page, which shows one at a time. */
export const narrowRegions = ['sessions', 'main', 'run', 'inspector', 'policy', 'rule'] as const;
export type NarrowRegion = (typeof narrowRegions)[number];

/** The two states that the inspector can show. */
export const roots = ['context', 'system'] as const;

export const axes = ['turns', 'time'] as const;
export type Axis = (typeof axes)[number];

/** Which parts of the page are shown. */
export interface LayoutView {
  /** The inspector's view; null until one is chosen: then the reasons if there is a rule, otherwise the state. */
  readonly tab: InspectorTab | null;
  readonly main: MainView;
  /** The sessions and derived contexts at the left are shown. */
  readonly hasRail: boolean;
  /** The introduction is shown with the samples, until the user closes it. */
  readonly hasIntro: boolean;
  /** The region that a narrow page shows. */
  readonly region: NarrowRegion;
  /** Which of the two states the inspector shows. */
  readonly root: (typeof roots)[number];
  /** Sizes in percent of the panes beside each other, by the split's name, where the user has moved a handle. */
  readonly splits: { readonly [split: string]: { readonly [pane: string]: number } };
  /** Of the timeline. A session without times shows turns all the same. */
  readonly axis: Axis;
}

export interface LayoutActions {
  /** On a narrow page, shows the inspector as well. */
  openTab(tab: InspectorTab): void;
  /** On a narrow page, shows its region as well. */
  openMain(main: MainView): void;
  toggleRail(): void;
  hideIntro(): void;
  showRegion(region: NarrowRegion): void;
  showRoot(root: LayoutView['root']): void;
  chooseAxis(axis: Axis): void;
  resizePanes(split: string, sizes: { readonly [pane: string]: number }): void;
}

export const startLayout: LayoutView = {
  tab: null,
  main: 'transcript',
  hasRail: true,
  hasIntro: true,
  region: 'main',
  root: 'context',
  axis: 'turns',
  splits: {},
};

export const layoutActions = (set: Change<LayoutView & Pick<CursorView, 'path'>>): LayoutActions => ({
  openTab: (tab) => set({ tab, region: 'inspector' }),
  openMain: (main) => set({ main, region: 'main' }),
  toggleRail: () => set((view) => ({ hasRail: !view.hasRail })),
  hideIntro: () => set({ hasIntro: false }),
  showRegion: (region) => set({ region }),
  showRoot: (root) => set({ root, path: null }),
  chooseAxis: (axis) => set({ axis }),
  resizePanes: (split, sizes) => set(({ splits }) => ({ splits: { ...splits, [split]: sizes } })),
});
