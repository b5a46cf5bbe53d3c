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

/** A text that the user brought: pasted, dropped or picked. */
export interface OpenSource {
  readonly name: string;
  readonly opened: Opened;
  /** Of one of the files for many sessions: its id there. */
  readonly recording?: string;
}

/** An agent manifest's YAML: the one source of its rules. */
export interface OpenPolicy {
  readonly name: string;
  readonly text: string;
}

/** What a rule of the policy is to say, by the rule's id. */
export interface PolicyEdit {
  readonly rule: string;
  readonly expression: string;
}

/** A policy that made way, with what stood in the editor. */
export interface ClosedPolicy extends Pick<View, 'policyRule' | 'unwritten' | 'rule' | 'saved' | 'ownRule'> {
  readonly policy: OpenPolicy;
}

export const inspectorTabs = ['state', 'changes', 'call', 'raw', 'tokens', 'capabilities'] as const;
/** Views that only some systems have. A session that lacks the one chosen shows its state instead; read it through `useTab`. */
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

/** Where the clauses of a rule are counted: at the turns of the session, or at those that the policy's tests name. */
export const coverageSources = ['session', 'tests'] as const;
export type CoverageSource = (typeof coverageSources)[number];

/** A narrow page shows one of them at a time. */
export const narrowRegions = ['sessions', 'contexts', 'turns', 'run', 'inspector', 'policy', 'rule', 'why'] as const;
export type NarrowRegion = (typeof narrowRegions)[number];

export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

/** What the user has chosen. Anything that can be worked out from these belongs in a selector. */
export interface View {
  /** Null means the first sample. */
  readonly session: SessionChoice | null;
  readonly sources: readonly OpenSource[];
  /** Null means not moved yet: the first turn where the proposed rule fires. Read it through `useCursor`. */
  readonly turn: TurnIndex | null;
  /** A place in the context state that every panel points at. */
  readonly path: Path | null;
  readonly tab: InspectorTab;
  /** The one that a narrow page shows. */
  readonly region: NarrowRegion;
  /** Which of the two states the inspector shows. */
  readonly root: 'context' | 'system';
  /** Null means not edited yet: the rule proposed for the session. Read it through `useRule`. */
  readonly rule: Rule | null;
  /** The rule that the draft is compared with. */
  readonly saved: Rule | null;
  /** The manifest whose rules can be put in the editor; null for none. Read it through `usePolicy`. */
  readonly policy: OpenPolicy | null;
  /** Which rule of the policy is in the editor, by its id; null for a rule of the user's own. */
  readonly policyRule: string | null;
  /** Edits in the editor that the policy's text does not have yet; one for a rule. */
  readonly unwritten: readonly PolicyEdit[];
  /** What stood in the editor, and what it was compared with, before a rule of the policy did; null while it stands there. */
  readonly ownRule: Pick<View, 'rule' | 'saved'> | null;
  /** The last policy that was closed, or that another one took the place of: it can be brought back. */
  readonly closedPolicy: ClosedPolicy | null;
  /** The part of the rule in the editor that a panel points at; an edit lets go of it. */
  readonly highlight: TextRange | null;
  /** Another expression in the place of the draft's, tried on the ribbon and not written: an edit or Escape lets go of it. */
  readonly trial: string | null;
  /** The turns that *next hit* walks, by what became of them; null for those that fire. */
  readonly walk: DecisionCell | null;
  /** CEL expression that picks turns in the grid; empty for none. */
  readonly filter: string;
  /** A call that some panel proposes for the run; the run's own panel takes it over. */
  readonly call: WrittenCall | null;
  /** Answers given in the settings, over those of the recording, over the defaults. */
  readonly decisions: Partial<Answers>;
  readonly backtest: BacktestView;
  readonly theme: Theme;
  /** Tokens that a model's window holds: no recording says it. */
  readonly windowLimit: number | null;
  /** Whether the rule's editor shows what each path holds at the cursor. */
  readonly inlineValues: boolean;
  /** What the counts in the editor's gutter are of; null for no counts. */
  readonly coverage: CoverageSource | null;
}

export interface ViewActions {
  chooseSession(session: SessionChoice): void;
  addSource(source: OpenSource): void;
  removeSource(source: SourceId): void;
  moveCursor(turn: TurnIndex): void;
  focusPath(path: Path | null): void;
  /** Shows the inspector, too, where it is not in sight. */
  openTab(tab: InspectorTab): void;
  showRegion(region: NarrowRegion): void;
  showRoot(root: View['root']): void;
  setRule(rule: Rule): void;
  /** Forgets the user's edits, so that the session's proposed rule shows again. */
  proposeRule(): void;
  saveRule(rule: Rule | null): void;
  /** Another policy, or the same under an edit. The rule editor keeps what it has until a rule is chosen. */
  openPolicy(policy: OpenPolicy): void;
  /** The text of the open policy, after an edit of it or of the rule in the editor. */
  editPolicy(text: string): void;
  /**
   * The edit is in the text now; a text of null says that there was nothing to write, or nowhere to write it. Nothing
   * happens where the edit is no longer wanted, because a newer one or another policy has come.
   */
  settleEdit(edit: PolicyEdit, text: string | null): void;
  /** The rule in the editor stays there, as the user's own. */
  closePolicy(): void;
  /** Brings back the policy that was closed last; one that is open now is then the closed one. */
  reopenPolicy(): void;
  /** Puts a rule of the policy in the editor; further edits are compared with what it is now. */
  choosePolicyRule(id: string, rule: Rule): void;
  /** Puts back what stood in the editor before the policy's rules. */
  chooseOwnRule(): void;
  /** The rule in the editor as the policy's text now has it; not an edit of the user's. */
  followPolicyRule(id: string | null, rule: Rule): void;
  highlightPart(highlight: TextRange | null): void;
  tryExpression(trial: string | null): void;
  walkThrough(walk: DecisionCell | null): void;
  setFilter(filter: string): void;
  proposeCall(call: WrittenCall | null): void;
  /** `null` takes the user's answer back. */
  decide<K extends keyof Answers>(question: K, answer: Answers[K] | null): void;
  changeBacktest(change: (before: BacktestView) => Partial<BacktestView>): void;
  setTheme(theme: Theme): void;
  setWindowLimit(tokens: number | null): void;
  showInlineValues(shown: boolean): void;
  showCoverage(source: CoverageSource | null): void;
  /** Takes over what a link or the back button says. */
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
  saved: null,
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

/** What begins anew with another session. The rule stays: trying one rule on several sessions is the point. */
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
    proposeRule: () => set({ rule: null, ...userOwn, highlight: null, trial: null }),
    saveRule: (saved) => set({ saved }),
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
        saved: view.saved && plain(view.saved),
        ...userOwn,
        closedPolicy: asClosed(view) ?? view.closedPolicy,
      })),
    reopenPolicy: () => set((view) => (view.closedPolicy === null ? {} : reopened(view, view.closedPolicy))),
    choosePolicyRule: (policyRule, rule) =>
      set((view) => ({
        ownRule: view.ownRule ?? { rule: view.rule, saved: view.saved },
        policyRule,
        rule,
        saved: rule,
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

const asClosed = ({ policy, policyRule, unwritten, rule, saved, ownRule }: View): ClosedPolicy | null =>
  policy === null ? null : { policy, policyRule, unwritten, rule, saved, ownRule };

const withText = ({ policy }: View, text: string | null): Partial<View> =>
  policy === null || text === null || policy.text === text ? {} : { policy: { ...policy, text } };

/** An edit of a policy's rule has to reach the policy's text. */
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

/** What stood in the editor comes back with a policy, unless something of the user's own stands there since. */
function editorOf(view: View, edited: Omit<ClosedPolicy, 'policy' | 'unwritten'>): Partial<View> {
  if (view.policyRule === null) return sameRule(view.rule, edited.rule) ? edited : userOwn;
  if (edited.policyRule === null)
    return { ...(view.ownRule ?? { rule: edited.rule, saved: edited.saved }), ...userOwn };
  return { ...edited, ownRule: view.ownRule ?? edited.ownRule };
}

/** The rule in the editor is none of the policy's. */
const userOwn = { policyRule: null, ownRule: null } as const;

/** What the rule editor shows of a rule is what it judges by: a step's condition and its several functions belong to the policy. */
const plain = ({ expression, hook, match }: Rule): Rule => ({ expression, hook, match });

/** A policy's rule keeps its hook and its function: the same expression elsewhere is a rule of the user's own. */
const samePlace = (a: Rule | null, b: Rule): boolean => a !== null && a.hook === b.hook && a.match === b.match;

/** A link knows less of a policy's rule than the policy does. */
function restoredRule({ rule: current }: View, { rule }: Partial<View>): Partial<View> {
  if (rule === undefined || sameRule(rule, current)) return { rule: current };
  return { rule, ...userOwn, trial: null };
}
