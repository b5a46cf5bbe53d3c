import type { SystemId } from '../model/session.ts';
import { a2a } from './a2a/index.ts';
import { adk } from './adk/index.ts';
import { noetic } from './noetic/index.ts';
import type { System } from './system.ts';
import { task } from './task/index.ts';
import { voice } from './voice/index.ts';

const implemented: { readonly [S in SystemId]: System } = { task, a2a, adk, noetic, voice };

/** The system of an entry of the registry, with the code of all systems: for the command line and tests. The page uses `loadSystem`. */
export const systemOf = (id: SystemId): System => implemented[id];
