import type { Path } from '../../engine/model/path.ts';

/** `_history` and `_meta` change at every turn, so the turn's other changes are listed first. */
export const isBookkeeping = (path: Path): boolean =>
  path.some((step) => typeof step === 'string' && step.startsWith('_'));

export const bookkeepingLast = <T extends { readonly path: Path }>(places: readonly T[]): readonly T[] => [
  ...places.filter(({ path }) => !isBookkeeping(path)),
  ...places.filter(({ path }) => isBookkeeping(path)),
];
