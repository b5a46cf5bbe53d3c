/** Downloads a text as a file. */
export function download(text: string | Blob, fileName: string, type = 'application/json') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** A title as a safe file name, without an extension. */
export const fileNameOf = (title: string): string =>
  title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'contextscope';

export const mappingFileName = (title: string): string => `${fileNameOf(title)}.mapping.json`;
