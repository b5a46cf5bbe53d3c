import { countLeading } from '../../../../base/scan.ts';
import type { History, TurnIndex } from '../../../model/history.ts';

/** The number of events up to the end of a turn, before the next one. */
export const eventsUpTo = ({ turns }: History, events: readonly unknown[], turn: TurnIndex): number =>
  turns[turn + 1]?.event ?? events.length;

/** The latest turn when an event happened; -1 before the first. */
export const turnOfEvent = ({ turns }: History, event: number): TurnIndex =>
  firstAfter(turns, event, ({ event: begins }) => begins) - 1;

/** The index of the first element after a position in an ascending list, by binary search. */
export const firstAfter = <T>(list: readonly T[], position: number, positionOf: (element: T) => number): number =>
  countLeading(list.length, (at) => {
    const element = list[at];
    return element !== undefined && positionOf(element) <= position;
  });
