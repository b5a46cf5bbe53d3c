/** The prefix of the ids of sample recordings. */
export const samplePrefix = 'sample:';
