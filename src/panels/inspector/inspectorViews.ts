import type { ComponentType } from 'react';
import type { inspectorTabs } from '../../state/view.ts';
import { CallView } from './CallView.tsx';
import { CapabilitiesView } from './CapabilitiesView.tsx';
import { ChangesView } from './ChangesView.tsx';
import { RawView } from './RawView.tsx';
import { StateView } from './StateView.tsx';
import { TokensView } from './TokensView.tsx';

export const inspectorViews: {
  readonly [Tab in (typeof inspectorTabs)[number]]: { readonly title: string; readonly component: ComponentType };
} = {
  state: { title: 'State', component: StateView },
  changes: { title: 'Changes', component: ChangesView },
  call: { title: 'Call', component: CallView },
  raw: { title: 'Raw', component: RawView },
  tokens: { title: 'Tokens', component: TokensView },
  capabilities: { title: 'Capabilities', component: CapabilitiesView },
};
