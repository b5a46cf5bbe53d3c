import type { Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { Sharing } from '../engine/systems/adk/sharing/sharing.ts';
import type { Lifecycle } from '../engine/systems/lifecycle.ts';
import type { AskedItems, LoggedItems } from '../engine/systems/noetic/views/logged-items.ts';
import type { AskedChannel, ShownChannels } from '../engine/systems/noetic/views/shown-channels.ts';
import type { AskedLayers, ShownLayers } from '../engine/systems/noetic/views/shown-layers.ts';
import type { Namespaces, NamespacesShown } from '../engine/systems/voice/views/namespaces.ts';
import type { Templates, TemplatesShown } from '../engine/systems/voice/views/templates.ts';

/** What some systems show of themselves, after a turn. Asked only of sessions whose outline lists the view. */
export interface ViewApi {
  lifecycle(input: SeenAt): Lifecycle;
  sharing(input: SeenAt): Sharing;
  namespaces(input: SeenAt & NamespacesShown): Namespaces;
  templates(input: SeenAt & TemplatesShown): Templates;
  itemLog(input: SeenAt & AskedItems): LoggedItems;
  channels(input: SeenAt & AskedChannel): ShownChannels;
  layers(input: SeenAt & AskedLayers): ShownLayers;
}

export interface SeenAt {
  readonly session: SessionRef;
  /** -1 is the start. */
  readonly turn: TurnIndex;
  readonly decisions: Decisions;
}
