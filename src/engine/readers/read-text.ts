import { pacedSteps, unhurried, type Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import type { Document } from './document.ts';
import { readDocument, readingDocument } from './read-document.ts';
import { yamlDocument } from './yaml/document.ts';

/**
 * Like `readDocument`, also for YAML, tables, and text in a cell, a command or a page's source. The code for these is
 * large and seldom needed, so it is loaded when a text looks like one of them.
 */
export async function readText(text: string, pace: Pace = unhurried): Promise<Result<Document, Problem>> {
  const chat = looksLikeChat.test(text.slice(0, 8000))
    ? (await import('./transcript/document.ts')).transcriptDocument(text)
    : undefined;
  if (chat?.ok === true) return chat;
  const inside = looksEnclosed(text) ? (await import('./enclosed.ts')).withoutEnclosure(text, readDocument) : undefined;
  if (inside !== undefined) return inside;
  const yaml = looksLikeYaml(text) ? yamlDocument(text, (await import('./yaml/index.ts')).readYaml) : undefined;
  if (yaml?.ok === true) return yaml;
  if (looksLikeTable(text)) {
    const document = (await import('./csv/document.ts')).csvDocument(text);
    if (document !== undefined) return ok(document);
  }
  const read = await pacedSteps(readingDocument(text), pace);
  if (read.ok)
    return looksLikeSource.test(text.slice(0, 4000)) ? (await import('./refusal.ts')).readAsSource(read.value) : read;
  if (yaml !== undefined && (foundNothing.has(read.problem.code) || isTooMuch(yaml))) return yaml;
  const refusal = (await import('./refusal.ts')).refusalOf(text, read.problem);
  return chat !== undefined && refusal === read.problem ? chat : err(refusal);
}

/** It is YAML, and only its size is the reason. */
const isTooMuch = (yaml: Result<Document, Problem>): boolean => !yaml.ok && excesses.has(yaml.problem.code);

const excesses: ReadonlySet<string> = new Set(['yaml/too-long', 'yaml/too-many-parts', 'yaml/too-deep']);

/** Problems of readers that did not recognise the text: then the problem of the reader that read further is used. */
const foundNothing: ReadonlySet<string> = new Set(['reader/no-value', 'reader/mostly-prose']);

/** A line that begins with the name of a side and a colon, in brackets or as a heading; or the marks of Aider, Claude Code and SWE-agent. */
const looksLikeChat =
  /^(?:.{0,40}[*_# []|)(?:user|human|customer|client|caller|you|me|assistant|ai)(?: said)?(?:\]|:| [[(]\d|\W{0,3}$)|^# aider chat|^[⏺●] |This is SWE-agent version |={20} STEP \d/im;

/** Quotes, backticks, a tag, the mark of a ticket system, a cell before another in quotes, or a command. */
const looksEnclosed = (text: string): boolean => enclosing.test(text.slice(0, 600).trimStart());

const enclosing =
  /^(?:["'`<]|\{(?:code|noformat)|[^"\n]{0,200}[\t,;]"|(?:[$%] )?(?:curl|xh|https?|wget|grpcurl|aws|az|gcloud|echo|printf|export|set)\s)/;

/** A code block that names its syntax. */
const yamlFence = /^[^`{[]{0,1500}```ya?ml[ \t]*\r?\n/;

/** A text over several lines begins behind this key: all of them are blank or indented further than the key. */
const blockScalar = /^([ \t]*)(?:- )*[\w.$/-]{1,60}: [|>][-+\d]{0,2}[ \t]*\r?$/;

function withoutBlockScalars(lines: readonly string[]): readonly string[] {
  let indent: string | undefined;
  return lines.filter((line) => {
    const isFurtherIn = (by: string) => line.startsWith(by) && /^[ \t]/.test(line.slice(by.length));
    if (indent !== undefined && (line.trim() === '' || isFurtherIn(indent))) return false;
    indent = blockScalar.exec(line)?.[1];
    return true;
  });
}

/** Number of lines that are looked at. */
const looked = 40;

/** Almost only keys, dashes, comments and indented lines below them; some keys below others. */
function looksLikeYaml(text: string): boolean {
  const fence = yamlFence.exec(text.slice(0, 2000))?.[0].length ?? 0;
  if (!/^\s*(?:---|#|%YAML|!!python\/|- |[\w.$-]{1,60}:(?:\s|$))/.test(text.slice(fence, fence + 200))) return false;
  const lines = withoutBlockScalars(text.slice(fence, fence + 8000).split('\n'))
    .slice(0, looked)
    .filter((line) => line.trim() !== '');
  const keys = lines.filter((line) =>
    /^\s*(?:- |!!\S+ )*(?:\{?(?:<<|[\w.$/-]{1,60})|"[^"]{1,60}"):(?:\s|$)/.test(line),
  ).length;
  return lines.length > 1 && 2 * keys >= lines.length && lines.some((line) => /^(?:\s+|- )\S/.test(line));
}

/** Source code begins with an import or a definition, perhaps below comments. */
const looksLikeSource =
  /^(?:[ \t]*(?:#.*|\/\/.*)?\r?\n)*(?:from [\w.]{1,80} import |import [\w{*]|(?:async )?(?:def|function) \w|class \w|@\w)/;

/** A line of names, with commas, tabs or semicolons between them; or a single name above a cell in quotes. */
const looksLikeTable = (text: string): boolean => header.test(text.slice(0, 8000));

const name = String.raw`"?[\w.-][\w ./-]{0,60}"?`;
const header = new RegExp(String.raw`^\uFEFF?${name}(?:([,;\t])${name}(?:\1${name})*\r?\n.|\r?\n"[[{].)`);
