/** What a text of ours is, by its first line or two: the code that reads it is loaded when one comes. */
export function ownFormat(text: string): 'marks' | 'mapping' | null {
  const found = /^\s*\{\s*"format"\s*:\s*"contextscope\/(marks|mapping)"/.exec(text.slice(0, 200))?.[1];
  return found === 'marks' || found === 'mapping' ? found : null;
}
