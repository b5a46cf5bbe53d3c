import type { Pace } from '../../base/pace.ts';
import { err, ok } from '../../base/result.ts';
import type { LiveSource, ReadText } from '../live/live-source.ts';
import type { LiveApi } from '../live-protocol.ts';
import type { SourceId } from '../protocol.ts';
import { breathe, type Methods } from '../serve.ts';
import type { OpenSources } from './open-sources.ts';
import { openedOf } from './sessions.ts';

/** Reading goes on without a call that could be stopped; other calls are answered in between. */
const readingPace: Pace = { now: () => performance.now(), breathe, stopped: false };

/** Live sessions. Their code loads with the first one. */
export function liveMethods(sources: OpenSources): Pick<Methods, keyof LiveApi> {
  const attached = new Map<SourceId, LiveSource>();
  return {
    async attach({ address, source: given }) {
      const source = sources.named('l', given);
      const readText: ReadText = async (text) => {
        const read = await sources.grow(source, text, readingPace);
        const isFirstLine = !read.ok && !text.trimEnd().includes('\n');
        // One message alone is no list of messages yet.
        const asList = isFirstLine ? await sources.grow(source, `[${text.trimEnd()}]`, readingPace) : read;
        const grown = asList.ok ? asList : read;
        if (!grown.ok) return grown;
        const { importer } = grown.value.opened;
        const { moves } = grown.value;
        return ok({ opened: openedOf(grown.value, text.length), moves, isSnapshot: importer.holdsContext === true });
      };
      const { LiveSource: Source } = await import('../live/live-source.ts');
      attached.get(source)?.close();
      attached.set(source, new Source(address, readText));
      sources.onClose(source, () => {
        attached.get(source)?.close();
        attached.delete(source);
      });
      return ok({ source });
    },
    async follow({ source, since }) {
      const live = attached.get(source);
      return live === undefined
        ? err({ code: 'live/closed', message: 'That live session is no longer attached. Attach to it again.' })
        : ok(await live.report(since));
    },
    async hold({ session }) {
      sources.hold(session);
      return ok(null);
    },
    async release({ session }) {
      sources.release(session);
      return ok(null);
    },
  };
}
