import { type ComponentType, lazy } from 'react';
import type { SystemTab } from '../state/view/layout.ts';

/**
 * Views of particular systems, shown in the inspector after the general ones if the session has them. Each is a script
 * of its own, because most sessions need none.
 */
export const systemViews: { readonly [V in SystemTab]: { readonly title: string; readonly component: ComponentType } } =
  {
    lifecycle: {
      title: 'Lifecycle',
      component: lazy(async () => ({ default: (await import('./lifecycle/LifecycleView.tsx')).LifecycleView })),
    },
    artifacts: {
      title: 'Artifacts',
      component: lazy(async () => ({ default: (await import('./artifacts/ArtifactsView.tsx')).ArtifactsView })),
    },
    sharing: {
      title: 'Sharing',
      component: lazy(async () => ({ default: (await import('./sharing/SharingView.tsx')).SharingView })),
    },
    itemLog: {
      title: 'Item log',
      component: lazy(async () => ({ default: (await import('./item-log/ItemLogView.tsx')).ItemLogView })),
    },
    channels: {
      title: 'Channels',
      component: lazy(async () => ({ default: (await import('./channels/ChannelsView.tsx')).ChannelsView })),
    },
    layers: {
      title: 'Layers',
      component: lazy(async () => ({ default: (await import('./layers/LayersView.tsx')).LayersView })),
    },
    namespaces: {
      title: 'Namespaces',
      component: lazy(async () => ({ default: (await import('./namespaces/NamespacesView.tsx')).NamespacesView })),
    },
    templates: {
      title: 'Templates',
      component: lazy(async () => ({ default: (await import('./templates/TemplatesView.tsx')).TemplatesView })),
    },
  };
