import { contextAt } from '../../../../model/context-view.ts';
import type { Decisions } from '../../../../model/decisions.ts';
import type { History, TurnIndex } from '../../../../model/history.ts';
import { materialise } from '../../../../model/materialise.ts';
import type { Value } from '../../../../model/value.ts';

/** The `context` object after a turn as plain data, without unrecorded values. */
export const toSnapshot = (history: History, turn: TurnIndex, decisions: Decisions): Value =>
  materialise(contextAt(history, turn, decisions));
