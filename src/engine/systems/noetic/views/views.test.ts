import { describe, expect, it } from 'vitest';
import { noeticTesting, sessionOf } from '../testing.ts';
import { loggedItems } from './logged-items.ts';
import type { NoeticMoment } from './noetic-moment.ts';
import { shownChannels } from './shown-channels.ts';
import { shownLayers } from './shown-layers.ts';
import { cutAfterEachTurn, everything, grown, momentOf } from './testing.ts';

/** All that can be seen at a moment, of every context and every channel. */
function seen(at: NoeticMoment) {
  const items = loggedItems(at, everything);
  const { channels, ...others } = shownChannels(at, { channel: null, from: 0, to: 100 });
  return {
    items: items.choices.contexts.map(({ node }) =>
      loggedItems(at, { ...everything, node, open: { place: 0, isWhole: true } }),
    ),
    others,
    channels: channels.map(({ name }) => {
      const { opened } = shownChannels(at, { channel: name, from: 0, to: 100 });
      // The picture spans the whole session, however much of it is still to come.
      return { ...opened, activity: null, busy: opened?.activity.slots.reduce((sum, { sent }) => sum + sent, 0) };
    }),
    layers: items.choices.contexts.map(({ node }) => shownLayers(at, { node, call: null })),
  };
}

const withoutPicture = ({ others: { opened, ...others }, ...rest }: ReturnType<typeof seen>) => ({
  ...rest,
  others: { ...others, opened: opened === null ? null : { ...opened, activity: null } },
});

describe.each(noeticTesting.scripts.map((script) => [script.title, script] as const))('views of: %s', (_, script) => {
  it('show at a turn what they would show had the session ended with it', () => {
    for (const [inside, cut] of cutAfterEachTurn(sessionOf(script))) {
      expect(withoutPicture(seen(inside))).toEqual(withoutPicture(seen(cut)));
    }
  });

  it('show of a run that goes on what they show of its recording', () => {
    const session = sessionOf(script);
    let count = 0;
    for (const at of grown(session)) {
      count += 1;
      const recorded = momentOf({ ...session, events: session.events.slice(0, count) });
      expect(seen(at)).toEqual(seen(recorded));
    }
  });
});
