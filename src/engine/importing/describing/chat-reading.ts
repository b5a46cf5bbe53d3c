import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { ImportReport, Noted } from '../import-report.ts';
import type { Part } from '../content/content.ts';
import type { Assembled } from '../messages/conversation-entry.ts';
import type { NormalizedMessage } from '../messages/normalized-message.ts';
import type { CallResult, RecordedTokens, TranscriptEntry } from '../transcript/transcript.ts';
import type { Shape, Where } from '../values/where.ts';
import type { Placed } from '../values/elements.ts';

/**
 * The meaning of a format's messages. The field names are those of user-made mappings (`importers/mapped/mapping.ts`):
 * `kind`, `text`, `calls`, `results`, `time`, `tokens`. Every field may be a function if a format really differs.
 */
export interface ChatReading {
  /**
   * If there are several kinds of messages, the first whose `shape` fits is used. A function is called again for each
   * reading of a conversation, so its result may remember earlier messages.
   */
  readonly messages:
    | MessageReading
    | readonly MessageReading[]
    | ((found: FoundConversation, document: Document) => readonly MessageReading[]);
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
  /** Added to the title, for example the number of the branch. */
  readonly suffix?: string;
  /** Branches that are not listed because there are too many. */
  readonly others?: number;
  /** Set for a conversation that was put together from the records of a log. */
  readonly assembled?: Assembled;
}

/** The place of a value, or the code that finds it. `spot` has the place of the record, and takes notes. */
export type Field<T> = Where | ((record: RecordValue, spot: Spot) => T | undefined);

/** The second argument of a description's functions, beside the record that they read. */
export interface Spot {
  /** The place of the record. */
  readonly place: Path;
  readonly report: ImportReport;
  readonly document: Document;
  /** The conversation that contains the record. */
  readonly found: FoundConversation;
  /** Entries that were joined to the message. */
  readonly more: readonly Placed[];
  /** Reads the messages of a sub-agent, whose conversation is its own. */
  readonly nested: (messages: readonly Placed[]) => readonly TranscriptEntry[];
}

/** `call`: calls that no answer of the model requested, each perhaps with its result. */
export type MessageKind = 'input' | 'llm' | 'call' | 'result' | 'system' | 'skip';

export interface MessageReading {
  /** Which messages it reads. Absent: those that the format's own `message` describes. */
  readonly shape?: Shape;
  /** The kind of message: input of the agent, answer of its model, or results of its calls. */
  readonly kind: Kinds<MessageKind> | ((message: RecordValue, spot: Spot) => MessageKind | undefined);
  /**
   * The entry and those that `arrange` joined to it are one message: pieces of one text, or blocks, which are parts of their own.
   */
  readonly joins?: 'pieces' | 'blocks';
  /** The user's message, if its answer is in the same entry; not read in entries of the kind `skip`. */
  readonly asked?: Field<Value>;
  /** The content: a text, or parts in any provider's form. */
  readonly text?: Field<Value>;
  /** The content if neither the text nor the items have any. */
  readonly orText?: Where;
  /** Code for parts in a form that only this format uses; they follow the text and the items. */
  readonly parts?: (message: RecordValue, spot: Spot) => readonly Part[];
  /** One list of typed items: texts, calls, results and others. */
  readonly items?: Items;
  /** Calls beside the text. */
  readonly calls?: Calls;
  /**
   * The results of calls: in a list, or the message itself if its kind is `result`. In the list of calls, each result
   * is in its call.
   */
  readonly results?: Results;
  /** The model's reasoning; noted, in no message, and kept where it is a text. */
  readonly reasoning?: Where;
  /** The name of the speaker, kept with every part. */
  readonly speaker?: Field<string>;
  readonly time?: Field<Value>;
  readonly tokens?: Tokens;
  readonly model?: Field<string>;
  /** The finish reason of the model: the word, or a record that has it under one of the usual names. */
  readonly end?: Field<Value>;
  readonly tookMs?: Field<number>;
  /** Noted for each message of the kind `skip`. */
  readonly skipped?: Noted;
  /** The last step of reading a message: it may change fields, return several messages, or none. */
  readonly finish?: (message: NormalizedMessage, record: RecordValue, spot: Spot) => readonly NormalizedMessage[];
}

/** The kind of a record, by a word in it or by its keys. */
export interface Kinds<Kind extends string> {
  /** The place of the word; a flag is `true` or `false`. */
  readonly field?: Where;
  /** Words in lower case match any capitalisation. */
  readonly values?: { readonly [word: string]: Kind };
  /** The first of these keys that has a value decides. */
  readonly keys?: { readonly [key: string]: Kind };
  /** For other words. Absent: the record cannot be read, which is noted. */
  readonly otherwise?: Kind;
  /** For a record without a word, and for an entry that is not a record. Absent: it cannot be read, which is noted. */
  readonly absent?: Kind;
}

/**
 * `content`: parts as any provider writes them. `exchange`: a call together with its result, if it has one. `answer`:
 * another answer of the model begins. `tokens`: those of this answer. `skip`: left out, and noted when there is a note for it.
 */
export type ItemKind =
  | 'text'
  | 'content'
  | 'call'
  | 'result'
  | 'exchange'
  | 'reasoning'
  | 'file'
  | 'answer'
  | 'tokens'
  | 'skip';

export interface Items {
  /** The place of the list. A text in its place is the content. */
  readonly list: Field<readonly Value[]>;
  readonly kind: Kinds<ItemKind> | ((item: RecordValue, spot: Spot) => ItemKind | undefined);
  /** One message contains all steps of the model until its answer: content after a result is another answer. */
  readonly areAnswers?: true;
  /** The text of an item of the kind `text`. */
  readonly text?: Field<Value>;
  /** For an item of the kind `call`; `list` is the record inside it that is the call. */
  readonly calls?: Calls;
  /** For an item of the kind `result`; `list` is the record inside it that is the result. */
  readonly results?: Results;
  /** For an item of the kind `file`: the data, address or name, and its type. */
  readonly file?: { readonly data: Where; readonly mimeType?: Field<string>; readonly otherwise: string };
  /** For an item of the kind `tokens`: the counts, and the finish reason of the answer. */
  readonly tokens?: Tokens;
  readonly end?: Where;
  /** How to read items of the kind `content`, if they need their own reading. */
  readonly content?: (item: Value, spot: Spot) => readonly Part[];
  /** Noted for each item of the kind `skip`. */
  readonly skipped?: Noted;
  /** Noted for each unreadable item, if the format has a more specific note. */
  readonly unread?: Noted;
}

export interface Calls {
  /** The list of calls; a record in its place is the only one. Absent: the record itself is the call. */
  readonly list?: Field<readonly Value[]>;
  readonly id?: Field<string>;
  readonly name: Field<string>;
  /** The value, or a text that contains it. */
  readonly arguments?: Field<Value>;
  /** Input in free form, kept as it is, of calls without arguments. */
  readonly input?: Field<Value>;
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
  /** How the call ended: `true` means that it failed; otherwise one of the words in `ends`. */
  readonly flag?: Field<Value>;
  readonly ends?: { readonly [word: string]: 'worked' | 'failed' | 'blocked' };
  /** The time of the result, if it has its own. */
  readonly time?: Field<Value>;
  /** The place of the call's copy in its result. */
  readonly repeats?: { readonly name: Where; readonly arguments: Where };
  /** Code in place of `content`, `flag` and `ends`; undefined leaves it to them. */
  readonly outcome?: (result: RecordValue, spot: Spot) => CallResult | undefined;
  /** The assumption about every result. */
  readonly assumed?: Noted;
}

/** A record of counts under any of the usual names, or the place of each count. */
export type Tokens =
  | Where
  | {
      readonly prompt: Where;
      readonly completion: Where;
      /** Those of the prompt, included in its count, that were read from a cache. */
      readonly cached?: Where;
    }
  | ((record: RecordValue, spot: Spot) => RecordedTokens | undefined);

/** Editing a message or requesting another answer begins a new branch of the conversation. */
export interface Tree {
  /** The id of an entry. Absent: the key of the entry. */
  readonly id?: Where;
  readonly parent: Where;
  /** The value of `parent` that means the entry before it. */
  readonly previous?: string;
  /** The message in an entry. Absent: the entry is the message. */
  readonly message?: Where;
  /** The id of the entry that was shown last, in the record around the messages. */
  readonly current?: Where;
}

/** `isInText`: its elements have no places of their own. */
export interface PlacedTools extends Placed {
  readonly isInText?: boolean;
}

/** Facts about the session: places are in the record that holds the messages, or in the header. */
export interface SessionReading {
  readonly title?: Field<string>;
  /** A title made of facts, which is not cut. */
  readonly name?: (holder: RecordValue, spot: Spot) => string | undefined;
  /** The title if the conversation has no text. */
  readonly untitled?: string | ((holder: RecordValue) => string);
  readonly agent?: Field<string>;
  readonly user?: Field<string>;
  readonly model?: Field<string>;
  /** How many tokens a call of the model can hold: a place in the record that holds the messages, or in each message. */
  readonly contextWindow?: Where;
  readonly startedAt?: Field<Value>;
  /** The list of tools that were offered from the start, or several lists with their places. */
  readonly tools?: Field<readonly PlacedTools[]>;
  /** Names of further tools. */
  readonly declared?: Field<readonly string[]>;
  /** Facts about the whole recording: the name and the place of each. */
  readonly recording?: { readonly [name: string]: Where } | ((holder: RecordValue, spot: Spot) => RecordValue);
  /** The total tokens. */
  readonly totals?:
    | { readonly prompt: Where; readonly completion: Where }
    | ((found: FoundConversation) => RecordedTokens | undefined);
  /** A text for the model beside the messages, or a list of such texts. */
  readonly system?: Where;
  /** The place of a message's time, in exports that may be listed newest first. */
  readonly timeKey?: string;
  /** Set if messages have parents: each path through them is a session. */
  readonly tree?: Tree;
  /** Puts the conversations of a log together; any other conversation stays as it is. */
  readonly assemble?: (found: FoundConversation) => readonly FoundConversation[];
  /** The messages in the order in which they are read, or others in their place. */
  readonly arrange?: (messages: readonly Placed[], found: FoundConversation) => readonly Entry[];
  /** Noted once, after the messages. */
  readonly notes?: (found: FoundConversation, report: ImportReport) => void;
  /** Noted once, after the calls without results. */
  readonly lastNotes?: (found: FoundConversation, report: ImportReport) => void;
}
