import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { ImportReport, Noted } from '../import-report.ts';
import type { RecordedTokens } from '../transcript/transcript.ts';
import type { CallLog } from './call-log.ts';
import type { Where } from '../values/where.ts';
import type { Placed } from '../values/elements.ts';

/**
 * The description of one format of recorded calls. `read-voice.ts` reads every format from its description: a new format
 * needs a description and a claim, and code only where no field of the description suffices. `Call`: the result of the claim.
 */
export interface VoiceFormat<Call extends Placed = Placed> {
  /** The importer's id. */
  readonly importer: string;
  /** The title of one call of the document. By default the caller's first words, or this text where there are none. */
  readonly title: string | ((call: Call) => string);
  /** The entries of the call, in the order in which things happened: turns of a transcript, messages, or events of a socket. */
  readonly entries: Where | ((call: Call, report: ImportReport) => readonly RecordedEntry[]);
  /** What each entry means. A function if that depends on other entries, for example on a later correction. */
  readonly log: VoiceLog | ((reading: VoiceReading<Call>) => VoiceLog);
  /** Reads the facts that are known only at the end of the call, such as the variables that it filled. */
  readonly end?: (reading: VoiceReading<Call>) => void;
  /** The facts about the whole call: its start time, its context, its model and tools, and facts about the recording. */
  readonly facts: (reading: VoiceReading<Call>) => CallFacts;
}

/** Facts about a whole call; those that are undefined were not recorded. */
export interface CallFacts {
  readonly context?: Facts | undefined;
  /** UTC ISO 8601. */
  readonly started_at?: string | undefined;
  readonly model?: string | undefined;
  readonly tools?: readonly string[];
  /** Facts about the recording, which rules cannot read. */
  readonly recording?: Facts;
}

interface Facts {
  readonly [name: string]: Value | undefined;
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
export type Field = Where | ((entry: VoiceEntry, report: ImportReport) => Value | undefined);

/** The meaning of a call's entries. */
export interface VoiceLog {
  /** The field with the kind of the entry, such as its role or its type. */
  readonly kind: Field;
  /** The content of an entry of each kind. A list if one entry has several contents, for example a text and then calls. */
  readonly kinds: { readonly [kind: string]: Content | readonly Content[] };
  /** The content of an entry of any other kind; usually a note that it was left out. */
  readonly otherwise: Content | readonly Content[];
  /** The note for an entry that is not a record, or has no kind. */
  readonly unread: Noted;
  /** When an entry happened. `notes-and-times.ts` has the usual ways. */
  readonly time: (entry: VoiceEntry, reading: VoiceReading) => string | undefined;
  /** Adds unfinished content at the end of the recording, such as an utterance that the code is assembling. */
  readonly atEnd?: () => void;
}

/** One content of an entry: data, or code that reads it into the log. */
export type Content = Words | Calls | Results | Interruption | LeftOut | ReadByCode;

/** An utterance of the caller or the agent. */
export interface Words {
  readonly holds: 'words';
  readonly by: 'user' | 'agent';
  /** The words that were heard: a text, or a list of content parts. */
  readonly text: Field;
  /** The agent's full text, if it was interrupted. */
  readonly intended?: Field;
  /** True if the caller interrupted. */
  readonly interrupted?: Field;
  /** The tokens of the answer. */
  readonly tokens?: (entry: VoiceEntry) => RecordedTokens | undefined;
  /** An entry without words is no turn. Otherwise it is a turn with an empty text. */
  readonly skipEmpty?: true;
}

/** The agent requested tools. */
export interface Calls {
  readonly holds: 'calls';
  /** The list of calls. Absent where the entry itself is one call: calls in neighbouring entries were requested together. */
  readonly list?: Where | undefined;
  /** The model turn that requests the calls is shown at their list. Otherwise it is shown at the whole entry. */
  readonly shownAt?: 'list';
  readonly id: Where;
  readonly name: Field;
  /** A record, or a text that contains JSON. */
  readonly arguments: Field;
  /** The tokens of the response. */
  readonly tokens?: (entry: VoiceEntry) => RecordedTokens | undefined;
}

/** The results of tools. */
export interface Results {
  readonly holds: 'results';
  /** The list of results. Absent where the entry itself is one result. */
  readonly list?: Where | undefined;
  readonly id: Where;
  readonly name?: Where;
  readonly output: Field;
  /** The output is a text or a list of content parts. Otherwise it is kept as recorded. */
  readonly asText?: true;
  /** How the recording marks a failed call; absent if it never does, and every call counts as successful. */
  readonly failure?: {
    readonly field: Where;
    /** The value that means failure; absent if any text in the field does, and is the reason. */
    readonly is?: boolean | string;
    /** Fields with the reason, if the output has no text. */
    readonly reason?: readonly string[];
    /** The reason if none is recorded. */
    readonly otherwise?: string;
  };
}

/** The caller interrupted the agent's last utterance. */
export interface Interruption {
  readonly holds: 'interruption';
}

/** Content that is not a turn. It has no note if the report need not mention it. */
export interface LeftOut {
  readonly holds: 'nothing';
  readonly note?: Noted;
}

/** Code for entries that no other content type can describe. */
export type ReadByCode = (entry: TimedEntry, reading: VoiceReading) => void;
