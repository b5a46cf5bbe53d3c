import type { SessionRef } from '../engine/model/session.ts';
import type { EngineClient } from '../worker/connect.ts';
import { rowsQuery } from './engine/queries.ts';

/** Rows are fetched in blocks, so that scrolling makes few queries and rows already seen stay cached. */
export const blockSize = 60;

export const blockOf = (turn: number): number => Math.floor(turn / blockSize);

export const blockQuery = (engine: EngineClient, session: SessionRef, block: number) =>
  rowsQuery(engine, session, block * blockSize, (block + 1) * blockSize);
