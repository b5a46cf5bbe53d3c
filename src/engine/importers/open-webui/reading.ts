import { json } from '../../readers/json/index.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import type { RecordValue } from '../../model/value.ts';
import { textOf } from '../../importing/content/content.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { counted } from '../../importing/import-report.ts';
import { textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: {
    kind: { field: 'role', values: { user: 'input', assistant: 'llm', system: 'system' } },
    text: 'content',
    time: 'timestamp',
    model: 'model',
    tokens: {
      prompt: ['usage.prompt_tokens', 'usage.input_tokens', 'usage.prompt_eval_count'],
      completion: ['usage.completion_tokens', 'usage.output_tokens', 'usage.eval_count'],
    },
    finish: (message, record, spot) => withToolsInText(withFailure(message, record, spot), record, spot),
  },
  session: {
    tree: { id: 'id', parent: 'parentId', current: 'history.currentId' },
    title: 'title',
    agent: () => 'Open WebUI',
    startedAt: 'timestamp',
    recording: { id: 'id' },
    system: 'params.system',
  },
};

/** Open WebUI stores the error of a failed request; its first versions wrote it as the words of the answer. */
function withFailure(message: NormalizedMessage, record: RecordValue, { place, report }: Spot): NormalizedMessage {
  const isSaid = record['error'] === true;
  const failure = textAt(record, isSaid ? 'content' : ['error.content', 'error.message', 'error']);
  if (message.role !== 'assistant' || failure === undefined) return message;
  report.note('info', 'open-webui/failed', [...place, 'error'], (n) => {
    return `${counted(n, 'answer')} of the model failed, the first with “${failure.slice(0, 200)}”.`;
  });
  return { ...message, parts: isSaid ? [] : message.parts, placeholder: `[${failure.slice(0, 200)}]` };
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly attributes: string;
  readonly inside: string;
}

/** Not by a regular expression, whose time would grow with the square of a text that never closes what it opens. */
function* blocksIn(text: string): Generator<Block> {
  const [opening, closing] = ['<details ', '</details>'];
  for (let start = text.indexOf(opening); start !== -1;) {
    const open = text.indexOf('>', start);
    const close = open === -1 ? -1 : text.indexOf(closing, open);
    if (close === -1) return;
    const end = close + closing.length;
    yield { start, end, attributes: text.slice(start + opening.length, open), inside: text.slice(open + 1, close) };
    start = text.indexOf(opening, end);
  }
}

/**
 * The model's thoughts and tool calls are HTML within its text, in the order in which they happened:
 * `<details type="tool_calls" done="true" id="…" name="…" arguments="…" result="…">`. What follows a result is another answer.
 */
function withToolsInText(
  message: NormalizedMessage,
  _: RecordValue,
  { place, report }: Spot,
): readonly NormalizedMessage[] {
  const text = textOf(message.parts);
  if (message.role !== 'assistant' || !text.includes('<details ')) return [message];
  const answers: Answer[] = [];
  let open: Answer = { words: [], calls: [], isReasoning: false };
  const say = (words: string) => {
    if (words.trim() === '') return;
    if (open.calls.length > 0) {
      answers.push(open);
      open = { words: [], calls: [], isReasoning: false };
    }
    open.words.push(words.trim());
  };
  let end = 0;
  for (const block of blocksIn(text)) {
    const about = attributesIn(block.attributes);
    const type = about.get('type');
    if (type !== 'tool_calls' && type !== 'reasoning') continue;
    say(text.slice(end, block.start));
    end = block.end;
    if (type === 'reasoning') {
      open.isReasoning = true;
      noteReasoning(place, report);
      continue;
    }
    // Newer versions write the result behind the summary.
    const written = about.get('result') ?? unescaped(afterSummary(block.inside).trim());
    // A text in JSON, and what is in that text stays as the tool gave it.
    const value = textIn(written);
    const result = about.get('done') === 'true' ? value : undefined;
    open.calls.push({
      id: about.get('id'),
      name: about.get('name') ?? 'unknown',
      input: openArguments(about.get('arguments'), place, report),
      place,
      result: result === undefined ? undefined : { outcome: 'ok', output: result },
    });
  }
  say(text.slice(end));
  answers.push(open);
  if (answers.some(({ calls }) => calls.length > 0)) {
    report.note(
      'assumed',
      'open-webui/outcome',
      place,
      'Open WebUI does not record whether a call failed: each result counts as successful.',
    );
  }
  return answers.map(({ words, calls, isReasoning }, index) => ({
    ...message,
    parts: words.length === 0 ? [] : [{ mimeType: 'text/plain', text: words.join('\n') }],
    calls,
    isReasoning,
    // The counts are those of all answers: the last one has them.
    tokens: index === answers.length - 1 ? message.tokens : message.tokens && { prompt: 0, completion: 0 },
  }));
}

interface Answer {
  readonly words: string[];
  readonly calls: RequestedCall[];
  isReasoning: boolean;
}

function afterSummary(text: string): string {
  const end = text.indexOf('</summary>');
  return end === -1 ? text : text.slice(end + '</summary>'.length);
}

function textIn(written: string): string {
  const read = written.startsWith('"') ? json.read(written) : undefined;
  return read?.ok === true && typeof read.value.value === 'string' ? read.value.value : written;
}

const attributesIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/(?<![\w-])(\w{1,40})="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );

const entities: { readonly [name: string]: string | undefined } = {
  quot: '"',
  lt: '<',
  gt: '>',
  amp: '&',
  '#x27': "'",
  '#39': "'",
};

const unescaped = (text: string): string =>
  text.replace(/&(quot|lt|gt|amp|#x27|#39);/g, (whole, name: string) => entities[name] ?? whole);
