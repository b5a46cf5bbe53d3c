import type { Change } from './change.ts';
import { asOwn, type PolicyEdit, type RuleView, sameRule } from './rule.ts';

/** The parts of an open policy, of which one is shown. */
export const policyTabs = ['rules', 'text', 'problems', 'tests'] as const;
export type PolicyTab = (typeof policyTabs)[number];

/** An agent manifest's YAML: the one source of its rules. */
export interface OpenPolicy {
  readonly name: string;
  readonly text: string;
}

/** A closed or replaced policy, with the rules that were in the editor. */
export interface ClosedPolicy extends Pick<RuleView, 'policyRule' | 'unwritten' | 'ownRule' | 'ownBaseline'> {
  readonly policy: OpenPolicy;
}

export interface PolicyView {
  /** The manifest whose rules can be put in the editor; null for none. Read it through `usePolicy`. */
  readonly policy: OpenPolicy | null;
  /** The policy that was closed or replaced last; it can be reopened. */
  readonly closedPolicy: ClosedPolicy | null;
  readonly policyTab: PolicyTab;
}

export interface PolicyActions {
  showPolicyTab(tab: PolicyTab): void;
  /** Opens another policy. The editor shows the user's own rule until a rule of the policy is chosen. */
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
}

export const startPolicy: PolicyView = { policy: null, closedPolicy: null, policyTab: 'rules' };

type Part = PolicyView & RuleView;

export const policyActions = (set: Change<Part>): PolicyActions => ({
  showPolicyTab: (policyTab) => set({ policyTab }),
  openPolicy: (policy) =>
    set((view) => ({
      policy,
      policyTab: 'rules',
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
      ...asOwn(view),
      policy: null,
      unwritten: [],
      closedPolicy: asClosed(view) ?? view.closedPolicy,
    })),
  reopenPolicy: () => set((view) => (view.closedPolicy === null ? {} : reopened(view, view.closedPolicy))),
});

const withText = ({ policy }: Part, text: string | null): Partial<Part> =>
  policy === null || text === null || policy.text === text ? {} : { policy: { ...policy, text } };

const asClosed = ({ policy, policyRule, unwritten, ownRule, ownBaseline }: Part): ClosedPolicy | null =>
  policy === null ? null : { policy, policyRule, unwritten, ownRule, ownBaseline };

const reopened = (view: Part, closed: ClosedPolicy): Partial<Part> => ({
  policy: closed.policy,
  policyTab: 'rules',
  unwritten: closed.unwritten,
  closedPolicy: asClosed(view),
  ...editorOf(view, closed),
  highlight: null,
  trial: null,
});

/** A reopened policy restores its rule to the editor, unless the user has written a rule of their own since. */
function editorOf(view: Part, { policyRule, ownRule, ownBaseline }: ClosedPolicy): Partial<Part> {
  // Closing made the policy's rule the user's own: an edit of it since then stays.
  if (policyRule !== null && view.policyRule === null) {
    if (sameRule(view.ownRule, policyRule.rule)) return { policyRule, ownRule, ownBaseline };
    if (!sameRule(view.ownRule, ownRule)) return {};
  }
  return { policyRule };
}
