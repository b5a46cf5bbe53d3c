import { projectFiles } from '../project-tests/files.ts';
import { anchored, exceptions } from './exceptions.ts';
import { findExpressions, type Found } from './find.ts';
import { judge, type Pattern, record } from './judge.ts';

/** `expressions [FILE…]`: checks that the time of every regular expression is linear in the length of the text. */
const named = process.argv.slice(2);
const isOurs = (path: string): boolean => /^src\/.*\.tsx?$/.test(path) && !/(?:\.test|\/testing)\.tsx?$/.test(path);
const found = findExpressions(named.length > 0 ? named : projectFiles().filter(isOurs));

const fileOf = ({ place }: Found): string => place.slice(0, place.lastIndexOf(':'));
const exceptionOf = (one: Found) =>
  exceptions.find(({ file, written }) => file === fileOf(one) && written === one.written);

function patternOf(one: Found): Pattern | undefined {
  if (one.pattern === undefined || !anchored.includes(fileOf(one))) return one.pattern;
  return { source: `^(?:${one.pattern.source})`, flags: one.pattern.flags };
}

const read = found.filter((one) => exceptionOf(one) === undefined).map((one) => ({ one, pattern: patternOf(one) }));
const patterns = read.flatMap(({ pattern }) => pattern ?? []);
const faults = await judge(patterns);
const lines = read.flatMap(({ one, pattern }) => {
  const fault = pattern === undefined ? 'built at run time' : faults.get(pattern);
  return fault === undefined || fault === null ? [] : [`${one.place}  ${fault}\n    ${one.written}`];
});
const unused = named.length > 0 ? [] : exceptions.filter((one) => !found.some((each) => exceptionOf(each) === one));
lines.push(...unused.map(({ file, written }) => `${file}  an exception that is not needed\n    ${written}`));

if (named.length === 0 && lines.length === 0) record(patterns);
for (const line of lines) console.log(line);
console.log(`${found.length} regular expressions, ${lines.length} that may take too long`);
process.exit(lines.length === 0 ? 0 : 1);
