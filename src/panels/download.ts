/** Downloads a text as a file. */
export function download(text: string, fileName: string, type = 'application/json') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** A safe file name for a mapping, made from its title. */
export const mappingFileName = (title: string): string =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'contextscope'}.mapping.json`;
