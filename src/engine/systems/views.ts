import type { SessionHeader } from '../model/session.ts';
import type { Artifacts } from './a2a/views/artifacts.ts';
import type { Sharing } from './adk/sharing/sharing.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Moment } from './moment.ts';
import type { AskedItems, LoggedItems } from './noetic/views/logged-items.ts';
import type { AskedChannel, ShownChannels } from './noetic/views/shown-channels.ts';
import type { AskedLayers, ShownLayers } from './noetic/views/shown-layers.ts';
import type { Namespaces, NamespacesShown } from './voice/views/namespaces.ts';
import type { Templates, TemplatesShown } from './voice/views/templates.ts';

export type { Moment } from './moment.ts';

/**
 * What a system shows of itself beside its turns. A system has those that fit it; the page offers just these. What
 * crosses to the page is plain data, cut to what a screen takes; an answer with long lists in it is asked for their windows.
 */
export interface SystemViews<Header extends SessionHeader = SessionHeader, Event = unknown> {
  /** The states that the system knows, the way that was taken through them, and the moves that are allowed now. */
  lifecycle?(at: Moment<Header, Event>): Lifecycle;
  /** What agents have made, chunk by chunk. */
  artifacts?(at: Moment<Header, Event>): Artifacts;
  /** Which derived contexts hold the very same state, and who wrote each of its keys. */
  sharing?(at: Moment<Header, Event>): Sharing;
  /** What a call's namespaces hold, and who wrote it when. */
  namespaces?(at: Moment<Header, Event>, shown: NamespacesShown): Namespaces;
  /** Texts with placeholders, and one of them filled. */
  templates?(at: Moment<Header, Event>, shown: TemplatesShown): Templates;
  /** The items of one context's log, and what each holds. */
  itemLog?(at: Moment<Header, Event>, asked: AskedItems): LoggedItems;
  /** What channels hold, who waits at them, and what happened there. */
  channels?(at: Moment<Header, Event>, asked: AskedChannel): ShownChannels;
  /** Memory layers, and how the windows of model calls were made up. */
  layers?(at: Moment<Header, Event>, asked: AskedLayers): ShownLayers;
}

export type ViewId = keyof SystemViews;
