import { type ComponentType, lazy } from 'react';
import type { inspectorTabs } from '../../state/view.ts';
import { StateView } from './StateView.tsx';

/** The state is what a session opens with; the others come when they are first looked at, so that the page starts small. */
export const inspectorViews: {
  readonly [Tab in (typeof inspectorTabs)[number]]: { readonly title: string; readonly component: ComponentType };
} = {
  state: { title: 'State', component: StateView },
  changes: {
    title: 'Changes',
    component: lazy(async () => ({ default: (await import('./ChangesView.tsx')).ChangesView })),
  },
  call: { title: 'Call', component: lazy(async () => ({ default: (await import('./CallView.tsx')).CallView })) },
  raw: { title: 'Raw', component: lazy(async () => ({ default: (await import('./RawView.tsx')).RawView })) },
  tokens: {
    title: 'Tokens',
    component: lazy(async () => ({ default: (await import('./TokensView.tsx')).TokensView })),
  },
  capabilities: {
    title: 'Capabilities',
    component: lazy(async () => ({ default: (await import('./CapabilitiesView.tsx')).CapabilitiesView })),
  },
};
