import type { Path } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { ImportReport } from '../import-report.ts';
import type { Part } from '../content/content.ts';
import type { NormalizedMessage } from '../messages/normalized-message.ts';
import type { CallResult, RecordedTokens } from '../transcript/transcript.ts';
import type { Placed } from '../values/one-or-many.ts';
import type { Shape, Where } from './where.ts';

/**
 * What the messages of a format mean. The words are those of the mappings that users make (`importers/mapped/mapping.ts`):
 * `kind`, `text`, `calls`, `results`, `time`, `tokens`. Every field may be a function where a format really is different.
 */
export interface ChatReading {
  /** Where there are several kinds of messages, the first whose `shape` fits. */
  readonly messages: MessageReading | readonly MessageReading[];
  readonly session?: SessionReading;
}

/** An entry of the list of turns; `more` are those that `arrange` joined to it. */
export interface Entry extends Placed {
  readonly more?: readonly Placed[];
}

/** One conversation of a document. */
export interface FoundConversation {
  /** The record around the messages, or the first line: facts about the session. */
  readonly holder: Placed;
  readonly messages: readonly Placed[];
  /** Added to the title, such as which branch it is. */
  readonly suffix?: string;
  /** Branches that are not listed because there are too many. */
  readonly others?: number;
}

/** Where a value is, or the code that finds it. `spot` says where the record is, and takes notes. */
export type Field<T> = Where | ((record: RecordValue, spot: Spot) => T | undefined);

/** What a function of a description is given beside the record it reads. */
export interface Spot {
  /** Of the record. */
  readonly place: Path;
  readonly report: ImportReport;
  readonly document: Document;
  /** The conversation that the record is in. */
  readonly found: FoundConversation;
  /** Entries that were joined to the message. */
  readonly more: readonly Placed[];
}

export type MessageKind = 'input' | 'llm' | 'result' | 'system' | 'skip';

export interface MessageReading {
  /** Which messages it reads. Absent: those that the format's own `message` describes. */
  readonly shape?: Shape;
  /** Whose message it is: what was said to the agent, what its model answered, what its calls returned. */
  readonly kind: Kinds<MessageKind> | ((message: RecordValue, spot: Spot) => MessageKind | undefined);
  /** What was said to the agent, where its answer is in the same entry. */
  readonly asked?: Field<Value>;
  /** What was said: words, or parts as any provider writes them. */
  readonly text?: Field<Value>;
  /** What was said, where neither the text nor the items say anything. */
  readonly orText?: Where;
  /** Code for parts that are written as nobody else writes them; they follow the text and the items. */
  readonly parts?: (message: RecordValue, spot: Spot) => readonly Part[];
  /** A list of typed items: words, calls, results and others in one. */
  readonly items?: Items;
  /** Calls that stand beside the text. */
  readonly calls?: Calls;
  /** What calls returned: in a list, or the message itself where its kind is `result`. In the list of the calls, each in its call. */
  readonly results?: Results;
  /** What the model thought; noted and left out. */
  readonly reasoning?: Where;
  /** The name of who speaks, kept with every part. */
  readonly speaker?: Field<string>;
  readonly time?: Field<Value>;
  readonly tokens?: Tokens;
  readonly model?: Field<string>;
  /** Why the model stopped: the word, or a record that has it under one of the usual names. */
  readonly end?: Field<Value>;
  readonly tookMs?: Field<number>;
  /** Noted for each message of the kind `skip`. */
  readonly skipped?: Noted;
  /** The last word on what was read: other fields, several messages, or none. */
  readonly finish?: (message: NormalizedMessage, record: RecordValue, spot: Spot) => readonly NormalizedMessage[];
}

/** What a record is, by a word in it or by which key it has. */
export interface Kinds<Kind extends string> {
  /** Where the word is; a flag is `true` or `false`. */
  readonly field?: Where;
  /** Words in small letters stand for any spelling of them. */
  readonly values?: { readonly [word: string]: Kind };
  /** The first of these keys that has a value decides. */
  readonly keys?: { readonly [key: string]: Kind };
  /** For other words. Absent: the record cannot be read, which is noted. */
  readonly otherwise?: Kind;
  /** For a record without a word, and for what is no record. Absent: it cannot be read, which is noted. */
  readonly absent?: Kind;
}

/** `content`: parts as any provider writes them. `exchange`: a call together with its result, if it has one. `skip`: left out, and noted when there is a note for it. */
export type ItemKind = 'text' | 'content' | 'call' | 'result' | 'exchange' | 'reasoning' | 'file' | 'tokens' | 'skip';

export interface Items {
  /** Where the list is. A text in its place is what was said. */
  readonly list: Field<readonly Value[]>;
  readonly kind: Kinds<ItemKind> | ((item: RecordValue, spot: Spot) => ItemKind | undefined);
  /** One message holds all that the model did until it had answered: what follows a result is another answer. */
  readonly areAnswers?: true;
  /** The words of an item of the kind `text`. */
  readonly text?: Field<Value>;
  /** Of an item of the kind `call`; `list` is the record inside it that is the call. */
  readonly calls?: Calls;
  /** Of an item of the kind `result`; `list` is the record inside it that is the result. */
  readonly results?: Results;
  /** Of an item of the kind `file`: the data, address or name, and its type. */
  readonly file?: { readonly data: Where; readonly mimeType?: Field<string>; readonly otherwise: string };
  /** Of an item of the kind `tokens`. */
  readonly tokens?: Tokens;
  /** Items of the kind `content`, where they are read otherwise. */
  readonly content?: (item: Value, spot: Spot) => readonly Part[];
  /** Noted for each item of the kind `skip`. */
  readonly skipped?: Noted;
  /** Noted for each item that cannot be read, where the format has more to say than that. */
  readonly unread?: Noted;
}

export interface Calls {
  /** The list of calls; a record in its place is the only one. Absent: the record itself is the call. */
  readonly list?: Where;
  readonly id?: Field<string>;
  readonly name: Field<string>;
  /** The value, or a text that holds it. */
  readonly arguments?: Field<Value>;
  /** For a call without a name. Absent: it cannot be read, which is noted. */
  readonly unnamed?: string | Noted;
}

export interface Results {
  /** The list of results; a record in its place is the only one. Absent: the record itself is the result. */
  readonly list?: Where;
  /** The id of the call. */
  readonly id?: Field<string>;
  /** The name of the function. */
  readonly name?: Field<string>;
  readonly content?: Field<Value>;
  /** Says how the call ended: `true` that it failed, or one of the words in `ends`. */
  readonly flag?: Field<Value>;
  readonly ends?: { readonly [word: string]: 'worked' | 'failed' | 'blocked' };
  /** When it came, where that is said of the result alone. */
  readonly time?: Field<Value>;
  /** Where the call is repeated in its result. */
  readonly repeats?: { readonly name: Where; readonly arguments: Where };
  /** Code in place of `content`, `flag` and `ends`; undefined leaves it to them. */
  readonly outcome?: (result: RecordValue, spot: Spot) => CallResult | undefined;
  /** What is assumed of every result. */
  readonly assumed?: Noted;
}

/** A record of counts under any of the usual names, or where each count is. */
export type Tokens =
  | Where
  | { readonly prompt: Where; readonly completion: Where }
  | ((record: RecordValue, spot: Spot) => RecordedTokens | undefined);

/** A sentence in the import report; a function is given how often it was noted. */
export interface Noted {
  readonly severity: Note['severity'];
  readonly code: string;
  readonly message: string | ((count: number) => string);
}

/** Who edits a message or asks for another answer begins a new branch of the conversation. */
export interface Tree {
  /** The id of an entry. Absent: the key it stands under. */
  readonly id?: Where;
  readonly parent: Where;
  /** The message in an entry. Absent: the entry is the message. */
  readonly message?: Where;
  /** The id of the entry that was shown last, in the record around the messages. */
  readonly current?: Where;
}

/** Facts about the session: places are in the record that holds the messages, or in the header. */
export interface SessionReading {
  readonly title?: Field<string>;
  /** A title made of facts, which is not cut. */
  readonly name?: (holder: RecordValue, spot: Spot) => string | undefined;
  /** The title where nobody said anything. */
  readonly untitled?: string | ((holder: RecordValue) => string);
  readonly agent?: Field<string>;
  readonly user?: Field<string>;
  readonly model?: Field<string>;
  readonly startedAt?: Field<Value>;
  /** Names of the tools that were offered. */
  readonly declared?: Field<readonly string[]>;
  /** What is said about the recording as a whole: under which name, and where. */
  readonly recording?: { readonly [name: string]: Where } | ((holder: RecordValue, spot: Spot) => RecordValue);
  /** What was spent in all. */
  readonly totals?: { readonly prompt: Where; readonly completion: Where };
  /** A text for the model that stands beside the messages, or a list of them. */
  readonly system?: Where;
  /** Where a message has its time, in exports that may be listed with the newest on top. */
  readonly timeKey?: string;
  /** Where messages hang on each other: each way through them is a session. */
  readonly tree?: Tree;
  /** The messages in the order in which they are read, or others in their place. */
  readonly arrange?: (messages: readonly Placed[], found: FoundConversation) => readonly Entry[];
  /** Noted once, after the messages. */
  readonly notes?: (found: FoundConversation, report: ImportReport) => void;
  /** Noted once, after the calls without results. */
  readonly lastNotes?: (found: FoundConversation, report: ImportReport) => void;
}
