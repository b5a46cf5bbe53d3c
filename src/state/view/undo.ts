import type { Rule } from '../../worker/protocol.ts';
import type { BacktestView } from '../backtest.ts';
import type { Change } from './change.ts';
import type { PolicyView } from './policy.ts';
import { type RuleActions, ruleInEditor, type RuleView, sameRule } from './rule.ts';
import type { SettingsView } from './settings.ts';

/** Something that the user did, and how to take it back. */
export interface Step {
  /** Completes *Undo: …*: `close the policy policy.yaml`. */
  readonly title: string;
  undo(): void;
  redo(): void;
  /** Whether nothing was typed since it was undone, which ends the redo. */
  canRedo?(): boolean;
  /** Called when it can neither be undone nor redone any more. */
  drop?(): void;
}

/** What can be undone and redone, the latest last. Typing is not in it: editors have their own undo. */
export interface UndoView {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export interface UndoActions {
  /** Changes the rule, the policy, the marks or the user's answers in one step that can be undone. */
  does(title: string, act: () => void): void;
  /** Adds a step that was done already. */
  addStep(step: Step): void;
  /** Forgets a step, because it takes too much memory. */
  dropStep(step: Step): void;
  /** Returns the title of the step; null if there is none. */
  undo(): string | null;
  redo(): string | null;
}

/** The parts of the view whose changes can be undone. */
type Undoable = Pick<RuleView, 'ownRule' | 'ownBaseline' | 'policyRule' | 'unwritten'> &
  Pick<PolicyView, 'policy' | 'closedPolicy'> &
  Pick<SettingsView, 'decisions'> &
  UndoView & { readonly backtest: BacktestView };

type Restoring = Pick<RuleActions, 'setRule' | 'setBaseline'> & {
  changeBacktest(change: (before: BacktestView) => Partial<BacktestView>): void;
  restore(part: Partial<Undoable & Pick<RuleView, 'trial' | 'highlight'>>): void;
};

export const startUndo: UndoView = { done: [], undone: [] };

/** Steps back at most. A removed session stays in memory as long as its step. */
const mostSteps = 50;

export function undoActions(set: Change<UndoView>, get: () => Undoable & { readonly actions: Restoring }): UndoActions {
  const addStep = (step: Step) => {
    const { done, undone } = get();
    const kept = [...done, step];
    const dropped = [...undone, ...kept.slice(0, -mostSteps)];
    set({ done: kept.slice(-mostSteps), undone: [] });
    for (const one of dropped) one.drop?.();
  };
  return {
    addStep,
    dropStep(step) {
      set(({ done, undone }) => ({
        done: done.filter((one) => one !== step),
        undone: undone.filter((one) => one !== step),
      }));
      step.drop?.();
    },
    does(title, act) {
      const before = partsOf(get());
      act();
      const now = partsOf(get());
      const changed = partNames.filter((part) => now[part] !== before[part]);
      if (changed.length === 0) return;
      let after = now;
      let undone: Rule | null = null;
      addStep({
        title,
        undo() {
          // What was typed since then comes back with a redo.
          after = partsOf(get());
          restore(get().actions, get(), before, changed);
          undone = ruleInEditor(get());
        },
        canRedo: () => !changed.some((part) => ruleParts.has(part)) || sameRule(undone, ruleInEditor(get())),
        redo: () => restore(get().actions, get(), after, changed),
      });
    },
    undo() {
      const step = get().done.at(-1);
      if (step === undefined) return null;
      set(({ done, undone }) => ({ done: done.slice(0, -1), undone: [...undone, step] }));
      step.undo();
      return step.title;
    },
    redo() {
      const { undone: steps } = get();
      const step = steps.at(-1);
      if (step === undefined) return null;
      if (step.canRedo?.() === false) {
        set({ undone: [] });
        for (const one of steps) one.drop?.();
        return null;
      }
      set(({ done, undone }) => ({ done: [...done, step], undone: undone.slice(0, -1) }));
      step.redo();
      return step.title;
    },
  };
}

const partNames = [
  'ownRule',
  'ownBaseline',
  'policyRule',
  'policy',
  'closedPolicy',
  'unwritten',
  'decisions',
  'marks',
] as const;
type Part = (typeof partNames)[number];

/** What is typed changes these. */
const ruleParts: ReadonlySet<Part> = new Set(['ownRule', 'policyRule']);

type Parts = Pick<Undoable, Exclude<Part, 'marks'>> & Pick<BacktestView, 'marks'>;

const partsOf = ({
  ownRule,
  ownBaseline,
  policyRule,
  policy,
  closedPolicy,
  unwritten,
  decisions,
  backtest: { marks },
}: Undoable): Parts => ({ ownRule, ownBaseline, policyRule, policy, closedPolicy, unwritten, decisions, marks });

function restore(actions: Restoring, view: Undoable, to: Parts, changed: readonly Part[]): void {
  const { marks, ...rest } = to;
  if (changed.includes('marks')) actions.changeBacktest(() => ({ marks, marksMessage: '' }));
  // A rule of the policy changes by an edit, which is then written into the policy's text.
  const isEdit = to.policyRule !== null && to.policyRule.id === view.policyRule?.id && !changed.includes('policy');
  const own: ReadonlySet<string> = new Set(isEdit ? ['policyRule', 'unwritten'] : []);
  const parts = Object.fromEntries(
    Object.entries(rest).filter(([part]) => changed.some((one) => one === part && !own.has(part))),
  );
  // Each part has the value that it had.
  actions.restore({ ...(parts as Partial<Undoable>), trial: null, highlight: null });
  if (isEdit && to.policyRule !== null && changed.includes('policyRule')) {
    actions.setRule(to.policyRule.rule);
    actions.setBaseline(to.policyRule.baseline);
  }
}
