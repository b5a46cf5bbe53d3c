/** Whether a text is a file of marks, by its first line or two: see `marksFile.ts`, which whoever has no marks never loads. */
export const isMarks = (text: string): boolean =>
  /^\s*\{\s*"format"\s*:\s*"contextscope\/marks"/.test(text.slice(0, 200));
