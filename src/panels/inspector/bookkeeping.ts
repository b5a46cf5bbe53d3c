import type { Path } from '../../engine/model/path.ts';

/** `_history` and `_meta` count along at every turn; what the turn itself did is told first. */
export const isBookkeeping = (path: Path): boolean =>
  path.some((step) => typeof step === 'string' && step.startsWith('_'));

export const bookkeepingLast = <T extends { readonly path: Path }>(places: readonly T[]): readonly T[] => [
  ...places.filter(({ path }) => !isBookkeeping(path)),
  ...places.filter(({ path }) => isBookkeeping(path)),
];
