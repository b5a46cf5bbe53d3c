import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../model/problem.ts';
import { isList, isRecord, type Value } from '../model/value.ts';
import { withoutColours } from './colours.ts';
import type { Document } from './document.ts';

/** Why a text is refused, by its kind if that is known, with what to paste instead; `problem` is the problem of the readers. */
export function refusalOf(text: string, problem: Problem): Problem {
  const start = text.slice(0, encodedSample).trim();
  const encoding = encodings.find(({ head }) => head.test(start));
  if (encoding !== undefined) {
    const message = `This looks like a recording that is ${encoding.by}. Decode it, with ${encoding.decode}, and paste the result.`;
    return { code: 'reader/encoded', message };
  }
  const { text: plain } = withoutColours(text.slice(0, printedSample));
  const print = prints.find(({ line }) => line.test(plain));
  if (print === undefined) return problem;
  const message = `This looks like ${print.by}, which is a display of values that cannot be read back. Paste ${print.instead}.`;
  return { code: 'reader/printed-for-people', message };
}

/** A document from source code: its literal values, with a note; a problem where a function computes one of them. */
export function readAsSource(document: Document): Result<Document, Problem> {
  const { value, notes, typeName } = document;
  if (!notes.some(({ code }) => code === 'reader/assignment')) return ok(document);
  const called = callIn(value, typeName);
  if (called !== undefined) {
    const message = `This is source code, and \`${called}(…)\` in it gives a value only when it runs. Run it, and paste what it prints.`;
    return err({ code: 'reader/source-code', message });
  }
  const message = 'This is source code: its literal values were read, and those of a run may differ.';
  return ok({ ...document, notes: [...notes, { severity: 'assumed', code: 'reader/source-values', message }] });
}

/** Functions whose calls print as they are written. */
const constructors: ReadonlySet<string> = new Set(
  'dict list set tuple frozenset bytes datetime date timedelta deque defaultdict array tensor'.split(' '),
);

/** The name of a function in the values. */
function callIn(value: Value, typeName: Document['typeName']): string | undefined {
  const open: Value[] = [value];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const name = typeName(one)?.split('.').at(-1) ?? '';
    if (/^[a-z]/.test(name) && !constructors.has(name)) return name;
    for (const inner of isList(one) ? one : isRecord(one) ? Object.values(one) : []) open.push(inner);
  }
  return undefined;
}

/** Number of characters that are looked at. */
const encodedSample = 4000;
const printedSample = 20_000;

interface Encoding {
  readonly by: string;
  /** Matches the beginning of a text in this form, without white space around it. */
  readonly head: RegExp;
  /** How to decode it. */
  readonly decode: string;
}

/** `{"` and `[{` in Base64, with and without white space in them; and the first bytes of gzip. */
const encodings: readonly Encoding[] = [
  {
    by: 'Base64 of compressed data',
    head: /^(?:data:[\w/+.;=-]*,)?H4sI[\w+/\s-]{40,}=*$/,
    decode: '`base64 -d | gunzip`',
  },
  {
    by: 'Base64',
    head: /^(?:data:[\w/+.;=-]*,)?(?:eyJ|eyA|ewo|ew0K|W3si|W3sn|Wyd7|WwogI|Ww0K|e[yw]Ag|Wy[Ii]|eyd)[\w+/\s-]{20,}=*$/,
    decode: '`base64 -d`',
  },
  {
    by: 'encoded for an address (percent signs and two digits)',
    head: /^(?:https?:\/\/\S{1,2000}?[?&#][\w.-]{1,80}=|[\w.-]{1,80}=)?%(?:7B|5B)(?:%[0-9A-F]{2}|\+)*%(?:22|27)/i,
    decode: '`urllib.parse.unquote_plus(text)` in Python or `decodeURIComponent(text)` in JavaScript',
  },
  {
    by: 'written as hexadecimal digits',
    head: /^(?:0x)?(?:7b|5b)(?:0[ad]|20|7b|5b)*2[27][0-9a-f\s]{20,}$/i,
    decode: '`xxd -r -p`',
  },
];

interface Print {
  readonly by: string;
  /** Recognises such output, mostly by one line. */
  readonly line: Pick<RegExp, 'test'>;
  /** A form of the same program that can be read. */
  readonly instead: string;
}

/** Output that programs print for people: pictures of values, from which the values cannot be recovered. */
const prints: readonly Print[] = [
  {
    by: 'the console output of CrewAI (`verbose=True`)',
    line: /^(?:[│|][ \t]{0,200})?(?:# Agent: \S|(?:🚀 )?Crew: crew(?!\w)|Crew Execution (?:Started|Completed))/m,
    instead: 'the crew’s output: `print(result.model_dump_json())`',
  },
  {
    by: 'what DSPy’s `inspect_history()` prints',
    line: /^\[\d{4}-\d\d-\d\dT[\d:.]+\]\s+(?:System|User) message:$/m,
    instead: 'the history itself: `print(json.dumps(dspy.settings.lm.history, default=str))`',
  },
  {
    by: 'a data stream of version 4 of the AI SDK',
    line: /^(?:f:\{"messageId"|0:")/m,
    instead: 'the messages: `JSON.stringify(messages)` of `useChat`, or the messages that `onFinish` receives',
  },
  {
    by: 'the text form of Protocol Buffers',
    line: /^[a-z_]\w* \{\r?\n\s+[a-z_]\w*(?:: \S[^\n]*[^,\n]| \{)\r?\n/,
    instead: 'its JSON: in Python, `print(MessageToJson(message))` of `google.protobuf.json_format`',
  },
  {
    by: 'a table as pandas prints it',
    line: /^[ \t]+\w+(?:[ \t]+\w+)*[ \t]*\r?\n0[ \t]+\S/,
    instead: 'its rows: `print(table.to_json(orient="records"))`',
  },
  {
    by: 'TOML',
    line: { test: isToml },
    instead: 'it as JSON: in Python, `print(json.dumps(tomllib.load(open(path, "rb"))))`',
  },
  {
    by: 'what Go’s `fmt` prints of values',
    line: /^\s*(?:map\[[\w ]+:|(?:[&*]|\[\])*(?:\w+\.)?map\[\w+\]|\[?&?\{[A-Z]\w*:|(?:[&*]|\[\])+\w+\.[A-Z]\w*\{|\((?:\[\]|\*)*\w+\.\w+\) )/,
    instead: 'its JSON: `json.MarshalIndent(value, "", "  ")`',
  },
  {
    by: 'an array or object printed by PHP',
    line: /^\s*(?:Array[ \t]*\r?\n\s*\(|\w+ Object[ \t]*\r?\n\s*\(|array ?\(\d*\)? ?(?:\{|\n)|object\(\w+\)|\[\s*'\w+' => )/,
    instead: 'its JSON: `echo json_encode($value, JSON_PRETTY_PRINT)`',
  },
  {
    by: 'what Swift prints of values',
    line: /^\s*(?:\[?[A-Z]\w*\([a-z]\w*: |\["\w+": )/,
    instead: 'its JSON: what `JSONEncoder().encode(value)` gives',
  },
  {
    by: 'what Elixir’s `IO.inspect` prints',
    line: /^\s*\[?%[\w.]*\{/,
    instead: 'its JSON: `IO.puts(Jason.encode!(value, pretty: true))`',
  },
  {
    by: 'an object printed by Ruby’s `inspect`',
    line: /^\s*\[?#<\w/,
    instead: 'its JSON: `puts JSON.pretty_generate(value.as_json)`',
  },
  {
    by: 'the output of `toString()` in Java, Kotlin or C#, which omits quotes',
    line: /^\s*(?:\[\s*)?(?:[A-Z][\w.$]{0,80}\s?)?[[{]\w+ ?= ?[^\s=]/,
    instead: 'its JSON: `objectMapper.writeValueAsString(value)`, or `JsonSerializer.Serialize(value)`',
  },
];

/** Keys and their values, then the name of a table with a key right below it. */
function isToml(text: string): boolean {
  const lines = text.split('\n');
  const name = lines.findIndex((line) => line.trim() !== '' && !/^\s*\w+ = /.test(line));
  return (
    name !== -1 &&
    /^\[\[?[A-Za-z_][\w.-]*\]\]?$/.test(lines[name]?.trim() ?? '') &&
    /^\w+ = /.test(lines[name + 1] ?? '')
  );
}
