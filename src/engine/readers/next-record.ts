/**
 * Where the next record begins behind the end of another: `}, {'a': …`, `), Foo(a=…`. Found by these marks alone, it is a place to
 * go on from when what stands before it cannot be read. Undefined where there is none.
 */
export function nextRecord(text: string, from: number): number | undefined {
  boundary.lastIndex = from;
  const match = boundary.exec(text);
  return match === null ? undefined : match.index + match[0].length;
}

const boundary = /[}\])](?:\s*,)?\s*(?=\{\s*(?:['"][^'"\n]{1,80}['"]\s*:)|[A-Z]\w{0,80}\(\s*[a-z_]\w{0,80}=)/g;
