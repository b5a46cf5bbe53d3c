import type { Answers, GivenTexts } from '../../engine/model/decisions.ts';
import type { Change } from './change.ts';

/** Where a rule's clauses are counted: at all turns of the session, or at the turns of the policy's tests. */
export const coverageSources = ['session', 'tests'] as const;
export type CoverageSource = (typeof coverageSources)[number];

export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

export type GivenKind = keyof GivenTexts;

export interface SettingsView {
  /** Answers from the settings. They take precedence over the recording's, and those over the defaults. */
  readonly decisions: Partial<Answers>;
  /** What the user gives because no recording has it: texts that can be read. */
  readonly givenTexts: GivenTexts;
  /** Texts that are being written and cannot be read yet; the earlier ones stay in effect. */
  readonly givenDrafts: GivenTexts;
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
  /** A text that can be read takes effect; null removes it. */
  give(kind: GivenKind, text: string | null): void;
  /** Keeps a text that cannot be read yet; null forgets it. */
  draftGiven(kind: GivenKind, text: string | null): void;
  setTheme(theme: Theme): void;
  setWindowLimit(tokens: number | null): void;
  showInlineValues(shown: boolean): void;
  showCoverage(source: CoverageSource | null): void;
}

export const startSettings: SettingsView = {
  decisions: {},
  givenTexts: {},
  givenDrafts: {},
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
  give: (kind, text) =>
    set(({ givenTexts, givenDrafts }) => ({
      givenTexts: withText(givenTexts, kind, text),
      givenDrafts: withText(givenDrafts, kind, null),
    })),
  draftGiven: (kind, text) => set(({ givenDrafts }) => ({ givenDrafts: withText(givenDrafts, kind, text) })),
  setTheme: (theme) => set({ theme }),
  setWindowLimit: (windowLimit) => set({ windowLimit }),
  showInlineValues: (inlineValues) => set({ inlineValues }),
  showCoverage: (coverage) => set({ coverage }),
});

function withText(texts: GivenTexts, kind: GivenKind, text: string | null): GivenTexts {
  const { [kind]: _before, ...others } = texts;
  return text === null ? others : { ...others, [kind]: text };
}
