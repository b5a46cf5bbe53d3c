import type { Answers } from '../../engine/model/decisions.ts';
import type { Change } from './change.ts';

/** Where a rule's clauses are counted: at all turns of the session, or at the turns of the policy's tests. */
export const coverageSources = ['session', 'tests'] as const;
export type CoverageSource = (typeof coverageSources)[number];

export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

export interface SettingsView {
  /** Answers from the settings. They take precedence over the recording's, and those over the defaults. */
  readonly decisions: Partial<Answers>;
  readonly theme: Theme;
  /** The size of the model's context window in tokens; no recording contains it. */
  readonly windowLimit: number | null;
  /** Whether the rule editor shows the value of each path at the cursor. */
  readonly inlineValues: boolean;
  /** The turns that the editor's gutter counts; null hides the counts. */
  readonly coverage: CoverageSource | null;
}

export interface SettingsActions {
  /** `null` removes the user's answer. */
  decide<K extends keyof Answers>(question: K, answer: Answers[K] | null): void;
  setTheme(theme: Theme): void;
  setWindowLimit(tokens: number | null): void;
  showInlineValues(shown: boolean): void;
  showCoverage(source: CoverageSource | null): void;
}

export const startSettings: SettingsView = {
  decisions: {},
  theme: 'auto',
  windowLimit: null,
  inlineValues: true,
  coverage: null,
};

export const settingsActions = (set: Change<SettingsView>): SettingsActions => ({
  decide: (question, answer) =>
    set((view) => {
      const { [question]: _taken, ...others } = view.decisions;
      return { decisions: answer === null ? others : { ...others, [question]: answer } };
    }),
  setTheme: (theme) => set({ theme }),
  setWindowLimit: (windowLimit) => set({ windowLimit }),
  showInlineValues: (inlineValues) => set({ inlineValues }),
  showCoverage: (coverage) => set({ coverage }),
});
