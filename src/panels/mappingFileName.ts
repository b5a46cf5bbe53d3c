/** A safe file name for a mapping, made from its title. */
export const mappingFileName = (title: string): string =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'contextscope'}.mapping.json`;
