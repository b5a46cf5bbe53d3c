import { type ComponentType, createElement, lazy } from 'react';
import { soon } from './soon.ts';
import { TimelinePanel } from './timeline/TimelinePanel.tsx';

// These panels are drawn after the timeline.
const SessionsPanel = soon(async () => ({ default: (await import('./sessions/SessionsPanel.tsx')).SessionsPanel }));
const DerivedContextsPanel = soon(async () => ({
  default: (await import('./derived-contexts/DerivedContextsPanel.tsx')).DerivedContextsPanel,
}));
const RulePanel = soon(async () => ({ default: (await import('./rule/RulePanel.tsx')).RulePanel }));
const TranscriptPanel = soon(async () => ({
  default: (await import('./transcript/TranscriptPanel.tsx')).TranscriptPanel,
}));
const WhyPanel = soon(async () => ({ default: (await import('./why/WhyPanel.tsx')).WhyPanel }));
const Inspector = soon(async () => {
  const [{ InspectorPanel }, { systemViews }] = await Promise.all([
    import('./inspector/InspectorPanel.tsx'),
    import('./systemViews.ts'),
  ]);
  return { default: () => createElement(InspectorPanel, { why: WhyPanel, systemViews }) };
});

// The first screen has none of these.
const RunPanel = lazy(async () => ({ default: (await import('./run/RunPanel.tsx')).RunPanel }));
const PolicyPanel = lazy(async () => ({ default: (await import('./policy/PolicyPanel.tsx')).PolicyPanel }));
const CapabilitiesPanel = lazy(async () => ({
  default: (await import('./capabilities/CapabilitiesPanel.tsx')).CapabilitiesPanel,
}));

const ContextsPanel = lazy(async () => ({
  default: (await import('./derived-contexts/ContextsPanel.tsx')).ContextsPanel,
}));
const ComparePanel = lazy(async () => ({ default: (await import('./compare/ComparePanel.tsx')).ComparePanel }));
const BacktestPanel = lazy(async () => ({ default: (await import('./backtest/BacktestPanel.tsx')).BacktestPanel }));

export interface Panel {
  /** The name of its landmark, and of its tab on a narrow screen. */
  readonly name: string;
  readonly component: ComponentType;
  /** False for panels that work before a session is open. */
  readonly needsSession: boolean;
  /** It is read, and not watched: while a session grows it changes only a few times a second. */
  readonly isCalm: boolean;
  /** The number of lines of its placeholder. */
  readonly lines: number;
}

export const panels = {
  sessions: { name: 'Sessions', component: SessionsPanel, needsSession: false, isCalm: false, lines: 8 },
  'derived-contexts': {
    name: 'Derived contexts',
    component: DerivedContextsPanel,
    needsSession: true,
    isCalm: true,
    lines: 1,
  },
  transcript: { name: 'Transcript', component: TranscriptPanel, needsSession: true, isCalm: false, lines: 20 },
  run: { name: 'Run', component: RunPanel, needsSession: true, isCalm: false, lines: 6 },
  inspector: { name: 'Inspector', component: Inspector, needsSession: true, isCalm: true, lines: 14 },
  timeline: { name: 'Timeline', component: TimelinePanel, needsSession: true, isCalm: false, lines: 2 },
  policy: { name: 'Policy', component: PolicyPanel, needsSession: false, isCalm: true, lines: 6 },
  rule: { name: 'Rule', component: RulePanel, needsSession: true, isCalm: true, lines: 2 },
  capabilities: { name: 'Capabilities', component: CapabilitiesPanel, needsSession: true, isCalm: true, lines: 12 },
  contexts: { name: 'Contexts', component: ContextsPanel, needsSession: true, isCalm: true, lines: 12 },
  compare: { name: 'Compare', component: ComparePanel, needsSession: true, isCalm: true, lines: 12 },
  backtest: { name: 'Backtest', component: BacktestPanel, needsSession: false, isCalm: true, lines: 12 },
} as const satisfies { readonly [id: string]: Panel };

export type PanelId = keyof typeof panels;
