import { givenAt } from '../../panels/givenTools.ts';
import { closePolicy, redo, reopenPolicy, undo } from '../../state/closing.ts';
import { baselineInEditor, ruleInEditor, sameRule } from '../../state/view/rule.ts';
import type { GivenKind } from '../../state/view/settings.ts';
import type { CommandContext } from '../commandContext.ts';
import { type Command, entering, showing } from './command.ts';

/** Loaded when a command needs the policy. */
const policies = () => import('../policies.ts');

export const ruleCommands: readonly Command[] = [
  {
    id: 'undo',
    title: 'Undo',
    keys: 'Ctrl-z',
    about: ({ view }) => view.getState().done.at(-1)?.title ?? null,
    run: ({ view, notices }) => undo(view, notices),
  },
  {
    id: 'redo',
    title: 'Redo',
    keys: 'Ctrl-Shift-z',
    about: ({ view }) => view.getState().undone.at(-1)?.title ?? null,
    run: ({ view, notices }) => redo(view, notices),
  },
  { id: 'edit-rule', title: 'Edit the rule', keys: 'e', run: entering('rule') },
  {
    id: 'why',
    title: 'Why this verdict',
    keys: 'w',
    run: ({ view, page }) => {
      view.getState().actions.openTab('why');
      page.focusRegion('Why');
    },
  },
  {
    id: 'watch',
    title: 'Watch live sessions with the policy or the rule',
    keys: 'W',
    run: async ({ view, notices }) =>
      (await import('../../panels/watchLive.ts')).toggleWatch(view, notices.getState().actions.notify),
  },
  {
    id: 'inline-values',
    title: 'Show or hide values in the rule',
    keys: 'v',
    run: ({ view }) => {
      const { inlineValues, actions } = view.getState();
      actions.showInlineValues(!inlineValues);
    },
  },
  {
    id: 'coverage',
    title: 'Show or hide how often each clause was true',
    keys: 'C',
    run: ({ view }) => {
      const { coverage, actions } = view.getState();
      actions.showCoverage(coverage === null ? 'session' : null);
    },
  },
  { id: 'set-baseline', title: 'Set the rule as baseline', run: setBaseline },
  { id: 'decisions', title: 'Decisions: draft against baseline', keys: 'D', run: showing('decisions') },
  { id: 'revisions', title: 'Revisions of the rule…', keys: 'H', run: showing('revisions') },
  { id: 'policy', title: 'Go to the policy, or make a new one from the rule', keys: 'y', run: toPolicy },
  {
    id: 'next-rule',
    title: 'Next rule of the policy',
    keys: '}',
    run: async (context) => (await policies()).nextRule(context, 1),
  },
  {
    id: 'previous-rule',
    title: 'Previous rule of the policy',
    keys: '{',
    run: async (context) => (await policies()).nextRule(context, -1),
  },
  {
    id: 'new-test',
    title: 'Make this turn a test of the rule',
    keys: 't',
    run: async (context) => (await policies()).askForTest(context),
  },
  {
    id: 'close-policy',
    title: 'Close the policy',
    isOffered: ({ view }) => view.getState().policy !== null,
    run({ view, notices, page }) {
      closePolicy(view, notices);
      // The focus may have been in the drawer.
      page.keepFocus('Turns');
    },
  },
  {
    id: 'reopen-policy',
    title: 'Reopen the closed policy',
    run: ({ view, notices }) => reopenPolicy(view, notices),
  },
  {
    id: 'compare-engines',
    title: 'Compare engines of CEL…',
    isOffered: ({ session }) => session !== null,
    run: showing('engines'),
  },
  giving('given', 'Give values of a request…'),
  giving('findings', 'Findings table…'),
  {
    id: 'propose-rule',
    title: 'Return to the suggested rule',
    run({ view }) {
      const { does, resetRule } = view.getState().actions;
      does('return to the suggested rule', resetRule);
    },
  },
];

function setBaseline({ session, view, notices }: CommandContext) {
  const { notify } = notices.getState().actions;
  const starter = session?.starter ?? null;
  const rule = ruleInEditor(view.getState()) ?? starter;
  if (rule === null || rule.expression.trim() === '') return notify('The rule is empty. Write an expression first.');
  if (sameRule(rule, baselineInEditor(view.getState()) ?? starter)) return notify('The rule is the baseline already.');
  const { does, setBaseline: set } = view.getState().actions;
  does('set the baseline', () => set(rule));
  notify('Further edits are compared with the rule as it is now.');
}

/** Without a policy, makes one from the rule in the editor. */
async function toPolicy(context: CommandContext) {
  if (context.view.getState().policy !== null || (await (await policies()).newPolicy(context)))
    entering('policy')(context);
}

/** What a person gives for the rule in the editor, where its environment has something that no recording holds. */
function giving(kind: GivenKind, title: string): Command {
  return {
    id: kind,
    title,
    isOffered: ({ view, session }) => {
      const rule = ruleInEditor(view.getState()) ?? session?.starter ?? null;
      return session !== null && rule !== null && givenAt(rule.hook)?.kind === kind;
    },
    run: showing(kind),
  };
}
