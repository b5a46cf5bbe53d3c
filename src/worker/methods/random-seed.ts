/** 128 random bits, as text: the engine has no randomness of its own. */
export const randomSeed = (): string => crypto.getRandomValues(new Uint32Array(4)).join(' ');
