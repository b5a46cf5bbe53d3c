import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Answers } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { Path } from '../engine/model/path.ts';
import type { TextRange } from '../engine/model/problem.ts';
import type { ViewId } from '../engine/systems/views.ts';
import type { Opened, Rule, SourceId } from '../worker/protocol.ts';
import type { WrittenCall } from '../worker/run-protocol.ts';
import { type BacktestView, startBacktest } from './backtest.ts';
import type { DecisionCell } from './decisionDiff.ts';

/** Which session is shown. A sample is named by its own id, because a link to it must open on another machine. */
export type SessionChoice =
  | { readonly kind: 'sample'; readonly sample: string; readonly entry: number }
  | { readonly kind: 'source'; readonly source: SourceId; readonly entry: number };

/** A text from the user: pasted, dropped or picked. */
export interface OpenSource {
  readonly name: string;
  readonly opened: Opened;
  /** The id of its file in the backtest, if it came from there. */
  readonly recording?: string;
}

/** An agent manifest's YAML: the one source of its rules. */
export interface OpenPolicy {
  readonly name: string;
  readonly text: string;
}

/** A new expression for a rule of the policy. `rule` is its id. */
export interface PolicyEdit {
  readonly rule: string;
  readonly expression: string;
}

/** A closed or replaced policy, with the rule that was in the editor. */
export interface ClosedPolicy extends Pick<View, 'policyRule' | 'unwritten' | 'rule' | 'baseline' | 'ownRule'> {
  readonly policy: OpenPolicy;
}

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

/** Where a rule's clauses are counted: at all turns of the session, or at the turns of the policy's tests. */
export const coverageSources = ['session', 'tests'] as const;
export type CoverageSource = (typeof coverageSources)[number];

/** The regions of a narrow page, which shows one at a time. */
export const narrowRegions = ['sessions', 'contexts', 'turns', 'run', 'inspector', 'policy', 'rule', 'why'] as const;
export type NarrowRegion = (typeof narrowRegions)[number];

export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

/** What the user has chosen. Anything that can be worked out from these belongs in a selector. */
export interface View {
  /** Null means the first sample. */
  readonly session: SessionChoice | null;
  readonly sources: readonly OpenSource[];
  /**
   * Null until the user moves it: then it is at the first turn where the suggested rule fires. Read it through
   * `useCursor`.
   */
  readonly turn: TurnIndex | null;
  /** A path in the context state that every panel highlights. */
  readonly path: Path | null;
  readonly tab: InspectorTab;
  /** The region that a narrow page shows. */
  readonly region: NarrowRegion;
  /** Which of the two states the inspector shows. */
  readonly root: 'context' | 'system';
  /** Null until the user edits it: then it is the rule suggested for the session. Read it through `useRule`. */
  readonly rule: Rule | null;
  /** The rule that the draft is compared with; null for the suggested rule. Read it through `useBaseline`. */
  readonly baseline: Rule | null;
  /** The manifest whose rules can be put in the editor; null for none. Read it through `usePolicy`. */
  readonly policy: OpenPolicy | null;
  /** Which rule of the policy is in the editor, by its id; null for a rule of the user's own. */
  readonly policyRule: string | null;
  /** Edits in the editor that are not written into the policy's text yet; at most one per rule. */
  readonly unwritten: readonly PolicyEdit[];
  /** The user's own rule and its baseline, kept while a rule of the policy is in the editor; null otherwise. */
  readonly ownRule: Pick<View, 'rule' | 'baseline'> | null;
  /** The policy that was closed or replaced last; it can be reopened. */
  readonly closedPolicy: ClosedPolicy | null;
  /** The part of the rule that a panel points at; an edit clears it. */
  readonly highlight: TextRange | null;
  /** Another expression that is tried on the ribbon without changing the draft; an edit or Escape clears it. */
  readonly trial: string | null;
  /** The pair of verdicts whose turns *next hit* visits; null for turns that fire. */
  readonly walk: DecisionCell | null;
  /** A CEL expression that selects turns in the grid; empty for all turns. */
  readonly filter: string;
  /** A call that a panel suggests for the run; the run's panel takes it over. */
  readonly call: WrittenCall | null;
  /** Answers from the settings. They take precedence over the recording's, and those over the defaults. */
  readonly decisions: Partial<Answers>;
  readonly backtest: BacktestView;
  readonly theme: Theme;
  /** The size of the model's context window in tokens; no recording contains it. */
  readonly windowLimit: number | null;
  /** Whether the rule editor shows the value of each path at the cursor. */
  readonly inlineValues: boolean;
  /** The turns that the editor's gutter counts; null hides the counts. */
  readonly coverage: CoverageSource | null;
}

export interface ViewActions {
  chooseSession(session: SessionChoice): void;
  addSource(source: OpenSource): void;
  removeSource(source: SourceId): void;
  moveCursor(turn: TurnIndex): void;
  focusPath(path: Path | null): void;
  /** On a narrow page, shows the inspector as well. */
  openTab(tab: InspectorTab): void;
  showRegion(region: NarrowRegion): void;
  showRoot(root: View['root']): void;
  setRule(rule: Rule): void;
  /** Discards the user's edits, so that the session's suggested rule shows again. */
  resetRule(): void;
  setBaseline(rule: Rule | null): void;
  /** Opens another policy. The rule editor keeps its rule until a rule of the policy is chosen. */
  openPolicy(policy: OpenPolicy): void;
  /** Sets the text of the open policy, after an edit of it or of the rule in the editor. */
  editPolicy(text: string): void;
  /**
   * Ends a pending edit. `text` is the policy with the edit; null means that there was nothing to write, or no place
   * for it. Does nothing if a newer edit or another policy has replaced this edit.
   */
  settleEdit(edit: PolicyEdit, text: string | null): void;
  /** The rule in the editor stays there as the user's own. */
  closePolicy(): void;
  /** Reopens the policy that was closed last; a policy that is open now becomes the closed one. */
  reopenPolicy(): void;
  /** Puts a rule of the policy in the editor; it becomes the baseline of further edits. */
  choosePolicyRule(id: string, rule: Rule): void;
  /** Restores the user's own rule and its baseline. */
  chooseOwnRule(): void;
  /** Updates the rule in the editor from the policy's text; this is no edit by the user. */
  followPolicyRule(id: string | null, rule: Rule): void;
  highlightPart(highlight: TextRange | null): void;
  tryExpression(trial: string | null): void;
  walkThrough(walk: DecisionCell | null): void;
  setFilter(filter: string): void;
  proposeCall(call: WrittenCall | null): void;
  /** `null` removes the user's answer. */
  decide<K extends keyof Answers>(question: K, answer: Answers[K] | null): void;
  changeBacktest(change: (before: BacktestView) => Partial<BacktestView>): void;
  setTheme(theme: Theme): void;
  setWindowLimit(tokens: number | null): void;
  showInlineValues(shown: boolean): void;
  showCoverage(source: CoverageSource | null): void;
  /** Applies the view of a link or of the back button. */
  restore(part: Partial<View>): void;
}

export type ViewState = View & { readonly actions: ViewActions };
export type ViewStore = StoreApi<ViewState>;

export const startView: View = {
  session: null,
  sources: [],
  turn: null,
  path: null,
  tab: 'state',
  region: 'turns',
  root: 'context',
  rule: null,
  baseline: null,
  policy: null,
  policyRule: null,
  unwritten: [],
  ownRule: null,
  closedPolicy: null,
  highlight: null,
  trial: null,
  walk: null,
  filter: '',
  call: null,
  decisions: {},
  backtest: startBacktest,
  theme: 'auto',
  windowLimit: null,
  inlineValues: true,
  coverage: null,
};

export function createViewStore(start: Partial<View> = {}): ViewStore {
  return createStore<ViewState>()((set) => ({ ...startView, ...start, actions: actionsOn(set) }));
}

/** Reset when another session is chosen. The rule stays, so that it can be tried on several sessions. */
const freshSession = { turn: null, path: null, trial: null, walk: null, filter: '', call: null } as const;

function actionsOn(set: ViewStore['setState']): ViewActions {
  return {
    chooseSession: (session) =>
      set((view) => (sameSession(view.session, session) ? view : { session, ...freshSession })),
    addSource: (source) =>
      set((view) => ({
        sources: [...view.sources.filter((other) => other.opened.source !== source.opened.source), source],
        session: { kind: 'source', source: source.opened.source, entry: 0 },
        ...freshSession,
      })),
    removeSource: (source) =>
      set((view) => {
        const sources = view.sources.filter((other) => other.opened.source !== source);
        const shown = view.session?.kind === 'source' && view.session.source === source;
        return shown ? { sources, session: null, ...freshSession } : { sources };
      }),
    moveCursor: (turn) => set({ turn: Math.max(0, turn) }),
    focusPath: (path) => set({ path }),
    openTab: (tab) => set({ tab, region: 'inspector' }),
    showRegion: (region) => set({ region }),
    showRoot: (root) => set({ root, path: null }),
    setRule: (rule) =>
      set((view) => ({
        highlight: null,
        trial: null,
        ...(samePlace(view.rule, rule) ? { rule, ...editOf(view, rule) } : { rule: plain(rule), ...userOwn }),
      })),
    resetRule: () => set({ rule: null, ...userOwn, highlight: null, trial: null }),
    setBaseline: (baseline) => set({ baseline }),
    openPolicy: (policy) =>
      set((view) => ({
        policy,
        policyRule: null,
        unwritten: [],
        closedPolicy: asClosed(view) ?? view.closedPolicy,
      })),
    editPolicy: (text) => set((view) => withText(view, text)),
    settleEdit: (edit, text) =>
      set((view) =>
        view.unwritten.includes(edit)
          ? { ...withText(view, text), unwritten: view.unwritten.filter((other) => other !== edit) }
          : {},
      ),
    closePolicy: () =>
      set((view) => ({
        policy: null,
        unwritten: [],
        rule: view.rule && plain(view.rule),
        baseline: view.baseline && plain(view.baseline),
        ...userOwn,
        closedPolicy: asClosed(view) ?? view.closedPolicy,
      })),
    reopenPolicy: () => set((view) => (view.closedPolicy === null ? {} : reopened(view, view.closedPolicy))),
    choosePolicyRule: (policyRule, rule) =>
      set((view) => ({
        ownRule: view.ownRule ?? { rule: view.rule, baseline: view.baseline },
        policyRule,
        rule,
        baseline: rule,
        highlight: null,
        trial: null,
      })),
    chooseOwnRule: () => set(({ ownRule }) => ({ ...ownRule, ...userOwn, highlight: null, trial: null })),
    followPolicyRule: (policyRule, rule) => set({ policyRule, rule, highlight: null, trial: null }),
    highlightPart: (highlight) => set({ highlight }),
    tryExpression: (trial) => set({ trial }),
    walkThrough: (walk) => set({ walk }),
    setFilter: (filter) => set({ filter }),
    proposeCall: (call) => set({ call }),
    decide: (question, answer) =>
      set((view) => {
        const { [question]: _taken, ...others } = view.decisions;
        return { decisions: answer === null ? others : { ...others, [question]: answer } };
      }),
    changeBacktest: (change) => set(({ backtest }) => ({ backtest: { ...backtest, ...change(backtest) } })),
    setTheme: (theme) => set({ theme }),
    setWindowLimit: (windowLimit) => set({ windowLimit }),
    showInlineValues: (inlineValues) => set({ inlineValues }),
    showCoverage: (coverage) => set({ coverage }),
    restore: (part) => set((view) => ({ ...part, ...restoredRule(view, part) })),
  };
}

export function sameSession(a: SessionChoice | null, b: SessionChoice | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'sample') return b.kind === 'sample' && a.sample === b.sample && a.entry === b.entry;
  return b.kind === 'source' && a.source === b.source && a.entry === b.entry;
}

export function sameRule(a: Rule | null, b: Rule | null): boolean {
  if (a === null || b === null) return a === b;
  return a.expression === b.expression && a.hook === b.hook && a.match === b.match;
}

const asClosed = ({ policy, policyRule, unwritten, rule, baseline, ownRule }: View): ClosedPolicy | null =>
  policy === null ? null : { policy, policyRule, unwritten, rule, baseline, ownRule };

const withText = ({ policy }: View, text: string | null): Partial<View> =>
  policy === null || text === null || policy.text === text ? {} : { policy: { ...policy, text } };

/** An edit of a policy's rule must be written into the policy's text. */
function editOf({ policyRule, rule, unwritten }: View, { expression }: Rule): Partial<View> {
  if (policyRule === null || rule?.expression === expression) return {};
  return { unwritten: [...unwritten.filter((edit) => edit.rule !== policyRule), { rule: policyRule, expression }] };
}

const reopened = (view: View, { policy, unwritten, ...edited }: ClosedPolicy): Partial<View> => ({
  policy,
  unwritten,
  closedPolicy: asClosed(view),
  ...editorOf(view, edited),
  highlight: null,
  trial: null,
});

/** A reopened policy restores its rule to the editor, unless the user has written a rule of their own since. */
function editorOf(view: View, edited: Omit<ClosedPolicy, 'policy' | 'unwritten'>): Partial<View> {
  if (view.policyRule === null) return sameRule(view.rule, edited.rule) ? edited : userOwn;
  if (edited.policyRule === null)
    return { ...(view.ownRule ?? { rule: edited.rule, baseline: edited.baseline }), ...userOwn };
  return { ...edited, ownRule: view.ownRule ?? edited.ownRule };
}

/** The rule in the editor is the user's own. */
const userOwn = { policyRule: null, ownRule: null } as const;

/** The part of a rule that the editor shows. A step's condition and list of functions belong to the policy. */
const plain = ({ expression, hook, match }: Rule): Rule => ({ expression, hook, match });

/** A policy's rule is tied to its hook and function: the same expression elsewhere is the user's own rule. */
const samePlace = (a: Rule | null, b: Rule): boolean => a !== null && a.hook === b.hook && a.match === b.match;

/** A link holds less of a rule than the policy does, so an equal rule keeps the policy's version. */
function restoredRule({ rule: current }: View, { rule }: Partial<View>): Partial<View> {
  if (rule === undefined || sameRule(rule, current)) return { rule: current };
  return { rule, ...userOwn, trial: null };
}
