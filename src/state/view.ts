import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Rule } from '../worker/protocol.ts';
import { type BacktestView, startBacktest } from './backtest.ts';
import type { Change } from './view/change.ts';
import { type CompareActions, compareActions, type CompareView, startCompare } from './view/compare.ts';
import { type CursorActions, cursorActions, type CursorView, startCursor } from './view/cursor.ts';
import { type LayoutActions, layoutActions, type LayoutView, startLayout } from './view/layout.ts';
import { type PolicyActions, policyActions, type PolicyView, startPolicy } from './view/policy.ts';
import { restoredRule, type RuleActions, ruleActions, type RuleView, startRule } from './view/rule.ts';
import {
  sameSession,
  type SessionsActions,
  sessionsActions,
  type SessionsView,
  startSessions,
} from './view/sessions.ts';
import { type SettingsActions, settingsActions, type SettingsView, startSettings } from './view/settings.ts';
import { startUndo, type UndoActions, undoActions, type UndoView } from './view/undo.ts';

/** What the user has chosen. Anything that can be worked out from these belongs in a selector. */
export type View = SessionsView &
  CursorView &
  LayoutView &
  RuleView &
  PolicyView &
  CompareView &
  SettingsView &
  UndoView & { readonly backtest: BacktestView };

export interface ViewActions
  extends
    SessionsActions,
    CursorActions,
    LayoutActions,
    RuleActions,
    PolicyActions,
    CompareActions,
    SettingsActions,
    UndoActions {
  changeBacktest(change: (before: BacktestView) => Partial<BacktestView>): void;
  /** Applies the view of a link or of the back button. `rule` is the rule in the editor, `baseline` what it is compared with. */
  restore(part: Partial<View> & { readonly rule?: Rule | null; readonly baseline?: Rule | null }): void;
}

export type ViewState = View & { readonly actions: ViewActions };
export type ViewStore = StoreApi<ViewState>;

const startView: View = {
  ...startSessions,
  ...startCursor,
  ...startLayout,
  ...startRule,
  ...startPolicy,
  ...startCompare,
  ...startSettings,
  ...startUndo,
  backtest: startBacktest,
};

export function createViewStore(start: Partial<View> = {}): ViewStore {
  return createStore<ViewState>()((set, get) => ({ ...startView, ...start, actions: actionsOn(set, get) }));
}

const actionsOn = (set: Change<View>, get: () => ViewState): ViewActions => ({
  ...sessionsActions(set),
  ...cursorActions(set),
  ...layoutActions(set),
  ...ruleActions(set),
  ...policyActions(set),
  ...compareActions(set),
  ...settingsActions(set),
  ...undoActions(set, get),
  changeBacktest: (change) => set(({ backtest }) => ({ backtest: { ...backtest, ...change(backtest) } })),
  restore: ({ rule, baseline, ...part }) =>
    set((view) => ({
      ...placed(view, part),
      ...(rule === undefined ? {} : restoredRule(view, rule, baseline)),
    })),
});

/** Another session and the place in it wait until it is open. */
function placed(view: View, part: Partial<View>): Partial<View> {
  const { session, turn = null, ...rest } = part;
  if (session === undefined) return part;
  if (sameSession(session, view.session)) return { ...part, opening: null };
  if (view.session === null) return { away: null, isPaused: false, sight: null, range: null, ...part, opening: null };
  return { ...rest, opening: { session, turn } };
}
