/** Begins the ids of recordings that are samples. */
export const samplePrefix = 'sample:';
