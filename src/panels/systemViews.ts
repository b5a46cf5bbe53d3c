import { type ComponentType, lazy } from 'react';
import type { SystemTab } from '../state/view.ts';

/**
 * Views of one system or another, in the inspector after those that every session has. A session says which of them suit
 * it. Each is a script of its own: most sessions need none.
 */
export const systemViews: { readonly [V in SystemTab]: { readonly title: string; readonly component: ComponentType } } =
  {
    lifecycle: {
      title: 'Lifecycle',
      component: lazy(async () => ({ default: (await import('./lifecycle/LifecycleView.tsx')).LifecycleView })),
    },
    sharing: {
    title: 'Sharing',
    component: lazy(async () => ({ default: (await import('./sharing/SharingView.tsx')).SharingView })),
  },
};
