/** What a mapping's file is called, whatever its title holds. */
export const mappingFileName = (title: string): string =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'contextscope'}.mapping.json`;
