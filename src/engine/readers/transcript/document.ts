import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { readPlain } from '../colours.ts';
import type { Document } from '../document.ts';
import { linesOf, rangeOfLines, sectionsIn, textOf, withoutBlankEnds, type Line } from '../console/console-reader.ts';
import { Lines } from '../lines.ts';
import { documentOf, type Located } from '../located.ts';
import { Notebook } from '../notebook.ts';
import { noteProse } from '../statements.ts';
import { sweAgentLog } from './swe-agent-console.ts';
import { aiderHistory } from './aider-history.ts';
import { claudeCodeExport } from './claude-code-export.ts';
import { Conversations, type Entry } from './conversations.ts';
import type { Dialect, Start } from './dialect.ts';
import { labelledChat } from './labelled-chat.ts';

/**
 * A chat written as text, as `{conversations: [{program, started_at, messages}]}` with messages of a `role` and a `content`.
 * An answer may have `calls`, and a message of the role `tool` is a result. A problem for a text with the labels of a chat that is
 * none; undefined for any other text.
 */
export function transcriptDocument(given: string): Result<Document, Problem> | undefined {
  const read = readPlain(given, (text) => {
    const lines = linesOf(text);
    const notebook = new Notebook(new Lines(text));
    const log = sweAgentLog(lines, notebook);
    const found = log === undefined ? chatIn(text, lines, notebook) : ok(log);
    if (!found.ok) return found;
    return ok(documentOf('transcript', text, found.value, notebook.notes()));
  });
  return !read.ok && read.problem.message === otherText.message ? undefined : read;
}

function chatIn(text: string, lines: readonly Line[], notebook: Notebook): Result<Located, Problem> {
  const dialect = dialectOf(lines.map((line) => line.text));
  if (dialect === undefined) return err(otherText);
  if (!dialect.ok) return err(noChat(dialect.problem));
  for (const { severity, code, message, line } of dialect.value.notes ?? [])
    notebook.add(severity, code, message, lines[line]?.start ?? 0);
  const conversations = new Conversations(text, dialect.value.program, notebook);
  const found = conversations.of(entriesIn(lines, dialect.value));
  noteProse(text, conversations.aside, notebook, 'the messages');
  return ok(found);
}

/** The dialect of a text, or why a text with the labels of a chat is none. Each dialect decides by its own marks. */
function dialectOf(lines: readonly string[]): Result<Dialect, string> | undefined {
  const ofProgram = aiderHistory(lines) ?? claudeCodeExport(lines);
  return ofProgram === undefined ? labelledChat(lines) : ok(ofProgram);
}

const noChat = (reason: string): Problem => ({
  code: 'reader/no-chat',
  message: `${reason} Paste the messages of a chat by turns, each behind the label of its speaker.`,
});

const otherText = noChat('This text is not a chat.');

function entriesIn(lines: readonly Line[], dialect: Dialect): readonly Entry[] {
  const { clean = (line: string) => line } = dialect;
  const { sections } = sectionsIn<Start>(lines, (line, open, index) => dialect.start(line, open?.role, index));
  return sections.map(({ heading: start, index, head, body }) => {
    const first = { ...head, text: head.text.slice(start.from), start: head.start + start.from };
    const cleaned = [first, ...body].map((line, at) => ({ ...line, text: clean(line.text, start.role, index + at) }));
    const said = rangeOfLines(cleaned) ?? head;
    return {
      start,
      content: textOf(withoutBlankEnds(cleaned)).trim(),
      said: { start: said.start, end: said.end },
      whole: { start: head.start, end: Math.max(said.end, head.end) },
    };
  });
}
