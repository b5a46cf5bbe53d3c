import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import type { Placed } from '../values/one-or-many.ts';
import type { CallLog, RecordedCallHeader } from './call-log.ts';
import type { FieldName } from './fields.ts';
import type { VoiceNote } from './voice-notes.ts';

/**
 * The description of one format of recorded calls. `read-voice.ts` reads every format from its description: a new format
 * needs a description and a claim, and code only for what no field of the description can say. `Call`: what the claim found.
 */
export interface VoiceFormat<Call extends Placed = Placed> {
  /** The importer's id. */
  readonly importer: string;
  /** The title of one call of the document. */
  readonly title: (call: Call) => string;
  /** The entries of the call, in the order in which things happened: turns of a transcript, messages, or events of a socket. */
  readonly entries: (call: Call, report: ImportReport) => readonly RecordedEntry[];
  /** What each entry means. A function where that depends on other entries: what a later event corrects, say. */
  readonly log: VoiceLog | ((reading: VoiceReading<Call>) => VoiceLog);
  /** Reads what is known only at the end of the call, such as the variables that it filled. */
  readonly end?: (reading: VoiceReading<Call>) => void;
  /** What holds for the whole call: when it began, its context, its model and tools, and facts about the recording. */
  readonly facts: (reading: VoiceReading<Call>) => Omit<RecordedCallHeader, 'title' | 'importer'>;
}

/** One call while it is read. */
export interface VoiceReading<Call extends Placed = Placed> {
  readonly call: Call;
  readonly entries: readonly VoiceEntry[];
  readonly log: CallLog;
  readonly report: ImportReport;
  /** The time of the first entry that has one. */
  readonly startedAt: string | undefined;
}

/** An entry as it was found. `line`: the record around it, where events were logged in records with a time of their own. */
export interface RecordedEntry extends Placed {
  readonly line?: RecordValue;
}

/** An entry that is a record. */
export interface VoiceEntry extends RecordedEntry {
  readonly value: RecordValue;
  /** Where the entry is in the document. */
  readonly place: Path;
}

/** An entry together with its time: UTC ISO 8601. */
export interface TimedEntry extends VoiceEntry {
  readonly at: string | undefined;
}

/**
 * A field of an entry, several of which the first with a value counts, or code that finds the value. Words in a named field
 * that is absent are an empty text; words that code does not find are unknown.
 */
export type Field = FieldName | readonly FieldName[] | ((entry: VoiceEntry, report: ImportReport) => Value | undefined);

/** What the entries of a call mean. */
export interface VoiceLog {
  /** The field that says what kind of entry it is, such as its role or its type. */
  readonly kind: Field;
  /** What an entry of each kind holds. A list where one entry holds several things: words, then calls, say. */
  readonly kinds: { readonly [kind: string]: Content | readonly Content[] };
  /** What an entry of any other kind holds; usually a note that it was left out. */
  readonly otherwise: Content | readonly Content[];
  /** The note for an entry that is no record, or does not say its kind. */
  readonly unread: VoiceNote;
  /** When an entry happened. `voice-times.ts` has the usual ways. */
  readonly time: (entry: VoiceEntry, reading: VoiceReading) => string | undefined;
  /** Adds what was still going on when the recording ended, such as an utterance that the code puts together. */
  readonly atEnd?: () => void;
}

/** One thing that an entry holds: data, or code that reads it into the log. */
export type Content = Words | Calls | Results | AgentSwitch | Interruption | LeftOut | ReadByCode;

/** Somebody said something. */
export interface Words {
  readonly holds: 'words';
  readonly by: 'user' | 'agent';
  /** What was heard: a text, or a list of content parts. */
  readonly text: Field;
  /** What the agent would have said, where it was cut off. */
  readonly intended?: Field;
  /** True where the caller cut in. */
  readonly interrupted?: Field;
  /** The tokens that the answer took. */
  readonly tokens?: (entry: VoiceEntry) => RecordedTokens | undefined;
  /** An entry without words is no turn. Otherwise it is a turn with an empty text. */
  readonly skipEmpty?: true;
}

/** The agent asked for tools. */
export interface Calls {
  readonly holds: 'calls';
  /** The list of calls. Absent where the entry itself is one call: calls in neighbouring entries were asked for together. */
  readonly list?: FieldName | undefined;
  /** The turn of the model that asks for the calls is shown at their list. Otherwise it is shown at the whole entry. */
  readonly shownAt?: 'list';
  readonly id: FieldName;
  readonly name: Field;
  /** A record, or a text that holds JSON. */
  readonly arguments: Field;
  /** The tokens that the response took. */
  readonly tokens?: (entry: VoiceEntry) => RecordedTokens | undefined;
}

/** What tools returned. */
export interface Results {
  readonly holds: 'results';
  /** The list of results. Absent where the entry itself is one result. */
  readonly list?: FieldName | undefined;
  readonly id: FieldName | readonly FieldName[];
  readonly name?: FieldName;
  readonly output: Field;
  /** The output is a text or a list of content parts. Otherwise it is kept as recorded. */
  readonly asText?: true;
  /** How the recording says that a call failed; absent where it never says so, and every call counts as successful. */
  readonly failure?: {
    readonly field: FieldName;
    /** The value that means failure; absent where any text in the field does, and is the reason. */
    readonly is?: boolean | string;
    /** Fields with the reason, where the output has no words. */
    readonly reason?: readonly FieldName[];
    /** The reason where none is recorded. */
    readonly otherwise?: string;
  };
}

/** Another agent took over. */
export interface AgentSwitch {
  readonly holds: 'agent switch';
  readonly agent: Field;
}

/** The caller cut in on what the agent said last. */
export interface Interruption {
  readonly holds: 'interruption';
}

/** Nothing that makes a turn. Without a note where the report need not mention it. */
export interface LeftOut {
  readonly holds: 'nothing';
  readonly note?: VoiceNote;
}

/** The escape hatch: code for what no other content can describe. */
export type ReadByCode = (entry: TimedEntry, reading: VoiceReading) => void;
