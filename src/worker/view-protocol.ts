import type { Decisions } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { ArtifactContent } from '../engine/systems/a2a/views/artifact-content.ts';
import type { ArtifactKey, ArtifactRow } from '../engine/systems/a2a/views/artifacts.ts';
import type { ChunkRow } from '../engine/systems/a2a/views/chunk-row.ts';
import type { Sharing } from '../engine/systems/adk/sharing/sharing.ts';
import type { LifecycleOutline } from '../engine/systems/lifecycle-outline.ts';
import type { LifecycleStep } from '../engine/systems/lifecycle.ts';
import type { ItemsQuery, LoggedItems } from '../engine/systems/noetic/views/logged-items.ts';
import type { ChannelQuery, ShownChannels } from '../engine/systems/noetic/views/shown-channels.ts';
import type { LayersQuery, ShownLayers } from '../engine/systems/noetic/views/shown-layers.ts';
import type { Namespaces, NamespacesShown } from '../engine/systems/voice/views/namespaces.ts';
import type { Templates, TemplatesShown } from '../engine/systems/voice/views/templates.ts';

/** The views of some systems, after a turn. Called only for sessions whose outline lists the view. */
export interface ViewApi {
  lifecycle(input: SeenAt): LifecycleOutline;
  /** Steps of the path, oldest first. */
  lifecycleSteps(input: SeenAt & Window): readonly LifecycleStep[];
  artifacts(input: SeenAt): ArtifactsOutline;
  /** In the order in which they began. */
  artifactRows(input: SeenAt & Window): readonly ArtifactRow[];
  /** Null for one that had not begun. */
  artifactContent(input: SeenAt & { readonly artifact: ArtifactKey }): ArtifactContent | null;
  artifactChunks(input: SeenAt & Window & { readonly artifact: ArtifactKey }): readonly ChunkRow[];
  sharing(input: SeenAt): Sharing;
  namespaces(input: SeenAt & NamespacesShown): Namespaces;
  templates(input: SeenAt & TemplatesShown): Templates;
  itemLog(input: SeenAt & ItemsQuery): LoggedItems;
  channels(input: SeenAt & ChannelQuery): ShownChannels;
  layers(input: SeenAt & LayersQuery): ShownLayers;
}

export interface SeenAt {
  readonly session: SessionRef;
  /** -1 is the initial state. */
  readonly turn: TurnIndex;
  readonly decisions: Decisions;
}

/** Entries `from` up to, not with, `to`. */
interface Window {
  readonly from: number;
  readonly to: number;
}

export interface ArtifactsOutline {
  readonly total: number;
  /** Index of the one that grew last, in the order in which they began; null when there is none. */
  readonly latest: number | null;
}
