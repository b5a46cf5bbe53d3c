import { type ComponentType, createElement, lazy, useState } from 'react';
import { SessionsPanel } from './sessions/SessionsPanel.tsx';

// These panels are empty until the engine has answered, so they load in parallel with it and keep the first script
// small.
const DerivedContextsPanel = soon(async () => ({
  default: (await import('./derived-contexts/DerivedContextsPanel.tsx')).DerivedContextsPanel,
}));
const RulePanel = soon(async () => ({ default: (await import('./rule/RulePanel.tsx')).RulePanel }));
const TimelinePanel = soon(async () => ({ default: (await import('./timeline/TimelinePanel.tsx')).TimelinePanel }));
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

/**
 * A component that starts to load now, and not when it is first drawn. If it has loaded by then, it is drawn at once: React
 * shows a `lazy` component no sooner than 300 ms after its placeholder.
 */
function soon(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let known: ComponentType | null = null;
  const loaded = load().then((module) => {
    known = module.default;
    return module;
  });
  // The panel that cannot be drawn reports it.
  loaded.catch(() => undefined);
  const Later = lazy(() => loaded);
  return function Soon() {
    const [Shown] = useState<ComponentType>(() => known ?? Later);
    return createElement(Shown);
  };
}
