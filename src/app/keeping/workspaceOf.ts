import type { Workspace } from '../../services/keeping/workspaces.ts';
import { withMarks } from '../../state/marks.ts';
import { startBacktest } from '../../state/backtest.ts';
import { answersIn } from '../../state/url.ts';
import {
  axes,
  inspectorTabs,
  mainViews,
  narrowRegions,
  roots,
  startLayout,
  systemTabs,
} from '../../state/view/layout.ts';
import { type ClosedPolicy, policyTabs } from '../../state/view/policy.ts';
import type { View } from '../../state/view.ts';

/** The parts of the view that a workspace holds. Something else changes with every movement of the cursor or the mouse. */
export const keptParts = [
  'ownRule',
  'ownBaseline',
  'policyRule',
  'unwritten',
  'policy',
  'closedPolicy',
  'backtest',
  'session',
  'opening',
  'turn',
  'filter',
  'sources',
  'tab',
  'main',
  'root',
  'axis',
  'splits',
  'region',
  'policyTab',
  'hasRail',
  'decisions',
  'givenTexts',
  'windowLimit',
] as const satisfies readonly (keyof View)[];

export function workspaceOf(view: View): Workspace {
  const { tab, main, root, axis, splits, region, policyTab, hasRail, decisions, windowLimit } = view;
  const { policy, closedPolicy, backtest, sources, givenTexts, opening } = view;
  const { session, turn, filter = '' } = opening ?? view;
  return {
    ...editorOf(view),
    policy,
    closedPolicy: closedPolicy && { ...editorOf(closedPolicy), policy: closedPolicy.policy },
    marks: [...backtest.marks.values()],
    session,
    turn,
    filter,
    sessions: sources.flatMap(({ opened, kept }) => (kept === undefined ? [] : [{ source: opened.source, kept }])),
    layout: { tab, main, root, axis, region, policyTab, hasRail },
    splits: structuredClone(splits),
    decisions: { ...decisions },
    givenTexts: { ...givenTexts },
    windowLimit,
  };
}

/** Plain copies: the schema's lists may be changed, those of the view not. */
const editorOf = ({ ownRule, ownBaseline, policyRule, unwritten }: Omit<ClosedPolicy, 'policy'>) =>
  structuredClone({ ownRule, ownBaseline, policyRule, unwritten }) as Pick<
    Workspace,
    'ownRule' | 'ownBaseline' | 'policyRule' | 'unwritten'
  >;

/** Whether nothing was done that a person would miss. */
export const isUntouched = ({
  ownRule,
  ownBaseline,
  policy,
  closedPolicy,
  backtest,
  sources,
  decisions,
  givenTexts,
}: View) =>
  ownRule === null &&
  ownBaseline === null &&
  policy === null &&
  closedPolicy === null &&
  backtest.marks.size === 0 &&
  sources.length === 0 &&
  Object.keys(decisions).length === 0 &&
  Object.keys(givenTexts).length === 0;

/** The view of a workspace, without its open sessions. A choice that this page does not know is replaced by the usual one. */
export function viewOf({ layout, marks, decisions, sessions: _sessions, ...same }: Workspace): Partial<View> {
  return {
    ...same,
    backtest: { ...startBacktest, ...withMarks(startBacktest, marks) },
    decisions: answersIn(decisions),
    tab: oneOf([...inspectorTabs, ...systemTabs], layout.tab, null),
    main: oneOf(mainViews, layout.main, startLayout.main),
    root: oneOf(roots, layout.root, startLayout.root),
    axis: oneOf(axes, layout.axis, startLayout.axis),
    region: oneOf(narrowRegions, layout.region, startLayout.region),
    policyTab: oneOf(policyTabs, layout.policyTab, 'rules'),
    hasRail: layout.hasRail,
  };
}

const oneOf = <T extends string, N extends T | null>(known: readonly T[], text: string | null, otherwise: N): T | N =>
  known.find((one) => one === text) ?? otherwise;
