import type { SessionHeader } from '../model/session.ts';
import type { Artifacts } from './a2a/views/artifacts.ts';
import type { Sharing } from './adk/sharing/sharing.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Moment } from './moment.ts';
import type { ItemsQuery, LoggedItems } from './noetic/views/logged-items.ts';
import type { ChannelQuery, ShownChannels } from './noetic/views/shown-channels.ts';
import type { LayersQuery, ShownLayers } from './noetic/views/shown-layers.ts';
import type { Namespaces, NamespacesShown } from './voice/views/namespaces.ts';
import type { Templates, TemplatesShown } from './voice/views/templates.ts';

export type { Moment } from './moment.ts';

/**
 * The views that a system offers beside its turns. Each system has only the views that fit it, and the page shows only these.
 * The page receives plain data of bounded size; a view with long lists takes the range of each list as an argument.
 */
export interface SystemViews<Header extends SessionHeader = SessionHeader, Event = unknown> {
  /** The states of the system, the path taken through them, and the moves that are allowed now. */
  lifecycle?(at: Moment<Header, Event>): Lifecycle;
  /** The artifacts of agents, chunk by chunk. */
  artifacts?(at: Moment<Header, Event>): Artifacts;
  /** Which derived contexts share one state object, and who wrote each of its keys. */
  sharing?(at: Moment<Header, Event>): Sharing;
  /** The values in a call's namespaces, with the writer and time of each. */
  namespaces?(at: Moment<Header, Event>, shown: NamespacesShown): Namespaces;
  /** Templates with placeholders, and the filled text of one of them. */
  templates?(at: Moment<Header, Event>, shown: TemplatesShown): Templates;
  /** The items of one context's log, with their content. */
  itemLog?(at: Moment<Header, Event>, query: ItemsQuery): LoggedItems;
  /** The values in channels, who waits at them, and their history. */
  channels?(at: Moment<Header, Event>, query: ChannelQuery): ShownChannels;
  /** Memory layers, and the parts of the context window of each model call. */
  layers?(at: Moment<Header, Event>, query: LayersQuery): ShownLayers;
}

export type ViewId = keyof SystemViews;
