import { describe, expect, it } from 'vitest';
import { noeticTesting, sessionOf } from '../testing.ts';
import { loggedItems } from './logged-items.ts';
import type { NoeticMoment } from './noetic-moment.ts';
import { shownChannels } from './shown-channels.ts';
import { shownLayers } from './shown-layers.ts';
import { cutAfterEachTurn, everything, grown, momentOf } from './testing.ts';

/** All views at a moment, for every context and every channel. */
function allViews(at: NoeticMoment) {
  const items = loggedItems(at, everything);
  const { channels, ...others } = shownChannels(at, { channel: null, from: 0, to: 100 });
  return {
    items: items.choices.contexts.map(({ node }) =>
      loggedItems(at, { ...everything, node, open: { place: 0, isWhole: true } }),
    ),
    others,
    channels: channels.map(({ name }) => {
      const { opened } = shownChannels(at, { channel: name, from: 0, to: 100 });
      // The chart spans the whole session, including turns after the moment.
      return { ...opened, activity: null, busy: opened?.activity.slots.reduce((sum, { sent }) => sum + sent, 0) };
    }),
    layers: items.choices.contexts.map(({ node }) => shownLayers(at, { node, call: null })),
  };
}

const withoutPicture = ({ others: { opened, ...others }, ...rest }: ReturnType<typeof allViews>) => ({
  ...rest,
  others: { ...others, opened: opened === null ? null : { ...opened, activity: null } },
});

describe.each(noeticTesting.scripts.map((script) => [script.title, script] as const))('views of: %s', (_, script) => {
  it('show at a turn the same as for a session that ends with that turn', () => {
    for (const [inside, cut] of cutAfterEachTurn(sessionOf(script))) {
      expect(withoutPicture(allViews(inside))).toEqual(withoutPicture(allViews(cut)));
    }
  });

  it('show for a running session the same as for its recording', () => {
    const session = sessionOf(script);
    let count = 0;
    for (const at of grown(session)) {
      count += 1;
      const recorded = momentOf({ ...session, events: session.events.slice(0, count) });
      expect(allViews(at)).toEqual(allViews(recorded));
    }
  });
});
