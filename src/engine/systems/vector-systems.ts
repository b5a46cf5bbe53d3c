import type { SystemId } from '../model/session.ts';
import { a2aVectors } from './a2a/vectors.ts';
import { adkVectors } from './adk/vectors.ts';
import { noeticVectors } from './noetic/vectors.ts';
import { taskVectors } from './task/vectors.ts';
import type { VectorSystem } from './vectors.ts';
import { voiceVectors } from './voice/vectors.ts';

/** The machines of all systems, adapted to behaviour vectors and scripts: their labels, outcomes and events. */
export const vectorSystems: { readonly [S in SystemId]: VectorSystem } = {
  task: taskVectors,
  a2a: a2aVectors,
  noetic: noeticVectors,
  voice: voiceVectors,
  adk: adkVectors,
};
