import { defaultDecisions } from '../../../model/decisions.ts';
import type { TurnIndex } from '../../../model/history.ts';
import type { Session } from '../../../model/session.ts';
import type { NoeticEvent } from '../event.ts';
import type { NoeticHeader } from '../header.ts';
import { growing, historyOf } from '../history.ts';
import { eventsUpTo } from '../timeline.ts';
import type { ItemsQuery } from './logged-items.ts';
import type { NoeticMoment } from './noetic-moment.ts';

export type NoeticSession = Session<NoeticHeader, NoeticEvent>;

export const everything: ItemsQuery = { node: null, kind: null, from: 0, to: 1000, open: null };

/** The moment after a turn; by default after the last turn. */
export function momentOf(session: NoeticSession, turn?: TurnIndex): NoeticMoment {
  const history = historyOf(session);
  return { session, history, turn: turn ?? history.turns.length - 1, decisions: defaultDecisions };
}

/** Every turn of a session, paired with the last turn of a session that ends there. */
export function cutAfterEachTurn(session: NoeticSession): readonly (readonly [NoeticMoment, NoeticMoment])[] {
  const { history, ...rest } = momentOf(session);
  return [-1, ...history.turns.keys()].map((turn) => {
    const events = session.events.slice(0, eventsUpTo(session, history, turn));
    const cut = { ...session, events };
    return [
      { ...rest, history, turn },
      { ...rest, session: cut, history: historyOf(cut), turn },
    ];
  });
}

/** A session that grows event by event: the moment after each event. */
export function* grown({ header, events, ...rest }: NoeticSession): Generator<NoeticMoment> {
  const columns = growing(header);
  const growingEvents: NoeticEvent[] = [];
  const session = { ...rest, header, events: growingEvents };
  for (const event of events) {
    growingEvents.push(event);
    columns.add(event);
    const { history } = columns;
    yield { session, history, turn: history.turns.length - 1, decisions: defaultDecisions };
  }
}

/** Calls `look` at turns all over a session. */
export function lookAround(at: NoeticMoment, look: (at: NoeticMoment) => unknown): void {
  const { length } = at.history.turns;
  for (let i = 0; i < 60; i++) look({ ...at, turn: (i * 7919) % length });
}
