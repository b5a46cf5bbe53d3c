import type { Chosen } from '../engine/model/decisions.ts';
import type { TurnIndex } from '../engine/model/history.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { SessionRef } from '../engine/model/session.ts';
import type { WholeReading } from '../engine/opening/whole-reading.ts';
import type { Rule } from '../engine/rules/rule.ts';
import type { Opened, SourceId } from './session-outline.ts';

/** The methods for live sessions, whose records are still arriving. */
export interface LiveApi {
  /** Connects to a live stream. Its records become a text, and its sessions grow with it. */
  attach(input: {
    readonly to: LiveTarget;
    readonly name: string;
    /** Set when a stream is attached again after the worker died, so that session ids stay the same. */
    readonly source?: SourceId;
  }): { readonly source: SourceId };
  /** Sends a user's message to the agent of a live source, or cancels its task. The agent's answers arrive as records. */
  askAgent(input: { readonly source: SourceId; readonly request: AgentRequest }): null;
  /** The present state, as soon as it differs from that of a number. */
  follow(input: { readonly source: SourceId; readonly since: number }): LiveReport;
  /** The records of a session, for playing them. */
  playable(input: { readonly session: SessionRef }): Playable;
  play(input: {
    readonly source: SourceId;
    readonly controls: Partial<PlayControls> & { readonly restart?: boolean };
  }): null;
  /** Receives no more records. The session stays, as one that has ended. */
  stopReceiving(input: { readonly source: SourceId }): null;
  /** The records of which the sessions are made, as they arrived. */
  arrived(input: { readonly source: SourceId }): ArrivedRecords;
  /** Judges rules at each new turn of a live source from now on; null for none. */
  watch(input: { readonly source: SourceId; readonly watched: Watched | null }): null;
  /** Keeps a session as it is at its present revision, for a view that is paused while the session grows. */
  hold(input: { readonly session: SessionRef }): null;
  release(input: { readonly session: SessionRef }): null;
  /** Reads a text that is not kept: another worker compares this with its own reading, to which new records were added. */
  wholeReading(input: { readonly text: Blob }): WholeReading;
}

/** What each kind of live source is attached to. */
export interface LiveTargets {
  /** The address of a stream of the relay. */
  readonly relay: { readonly address: string };
  /** `played`: so many of the records come at once. */
  readonly playback: Playable & PlayControls & { readonly played: number };
  /** The records of a session that was stopped. */
  readonly kept: RecordTexts;
  /** An address that sends server-sent events. */
  readonly events: { readonly address: string };
  /** An address that is read again and again. */
  readonly polled: { readonly address: string; readonly everyMs: number };
  /** A file of this device that the browser lets the page read again. */
  readonly file: { readonly handle: ReadableHandle };
  /** The address of an agent that speaks A2A. `isAgain`: the worker with the conversation so far died. */
  readonly a2a: { readonly address: string; readonly isAgain?: boolean };
}

export type LiveTarget<K extends keyof LiveTargets = keyof LiveTargets> = {
  readonly [Kind in K]: { readonly kind: Kind } & LiveTargets[Kind];
}[K];

/** Records as one text, which the page passes on without reading it. */
export interface RecordTexts {
  readonly text: Blob;
  /** Number of UTF-16 units of each record. */
  readonly lengths: readonly number[];
}

export interface ArrivedRecords extends RecordTexts {
  /** Whether each of them is one line of JSON. */
  readonly isJson: boolean;
}

/** A recording that can be played as if it were live. */
export interface Playable {
  readonly records: RecordTexts;
  /** Milliseconds between each record and the one before it. */
  readonly gaps: readonly number[];
  /** Whether the gaps are those of recorded times. */
  readonly isTimed: boolean;
  /** Number of gaps that were too long, and are shortened. */
  readonly shortened: number;
}

export interface PlayControls {
  readonly isPlaying: boolean;
  /** How many times as fast as recorded; `Infinity` for as fast as possible. */
  readonly speed: number;
}

export interface PlaybackState extends PlayControls, Pick<Playable, 'isTimed' | 'shortened'> {
  /** Number of records. */
  readonly played: number;
  readonly total: number;
}

/**
 * `queued`: the browser has no connection left for it. `waiting`: no record has arrived yet. `interrupted`: the connection
 * broke and is tried again; what has arrived stays. `ended`: the sender said that nothing more will come. `refused`: it is
 * not tried again.
 */
export type LiveState = 'queued' | 'waiting' | 'connected' | 'interrupted' | 'ended' | 'refused';

/** What is needed of a `FileSystemFileHandle`, which a page can send to its worker. */
export interface ReadableHandle {
  getFile(): Promise<File>;
}

/** An agent to which the user can write. */
export interface AgentFacts {
  readonly title: string;
  readonly description: string;
  /** What its newest task waits for: nothing, because there is none or it is over; the agent itself; or the user. */
  readonly waitsFor: 'nothing' | 'agent' | 'answer' | 'sign-in';
}

export type AgentRequest = { readonly kind: 'message'; readonly text: string } | { readonly kind: 'cancel' };

export interface LiveReport {
  /** Increases with every change. */
  readonly number: number;
  readonly state: LiveState;
  /** The user has stopped the reception. */
  readonly isStopped: boolean;
  /** Null for a source that is no recording. */
  readonly playback: PlaybackState | null;
  /** Why the connection is interrupted or refused, or what the user should know of it, in a sentence; null otherwise. */
  readonly trouble: string | null;
  /** Number of records that have arrived since the last that took the place of all, and how many of them are read. */
  readonly records: number;
  readonly readRecords: number;
  /** Whether the whole text was read at the last reading, and not the new records alone, which is checked from time to time. */
  readonly isChecked: boolean;
  /** Records that the relay had no room for, and those that it deleted after the session had ended. */
  readonly dropped: number;
  readonly deleted: number;
  /** When the newest record was received, by the clock of the server: milliseconds since 1970; null before the first. */
  readonly lastRecord: number | null;
  /** How many records arrived in each of the last seconds in which some did; not those that were there before. */
  readonly arrivals: readonly Arrivals[];
  /** Set as soon as the agent of the source is known, if it has one. */
  readonly agent: AgentFacts | null;
  /** The sessions in what was read; null as long as it is no recording. */
  readonly opened: Opened | null;
  /** Why what has arrived is no recording. */
  readonly problem: Problem | null;
  /** Turns that were inserted before others, as for a late span; the latest last. */
  readonly moves: readonly TurnMove[];
  /** Where watched rules have begun to fire since the stream was attached. */
  readonly fires: LiveFires;
}

/** The text of a policy, or one rule. */
export interface Watched {
  readonly rules: { readonly policy: string } | { readonly rule: Rule };
  /** What the user has chosen, without the answers of each recording. */
  readonly decisions: Chosen;
}

export interface LiveFires {
  readonly total: number;
  /** The last of them. */
  readonly latest: readonly LiveFire[];
}

export interface LiveFire {
  readonly entry: number;
  readonly turn: TurnIndex;
  /** The rule's title in the policy, or its expression. */
  readonly rule: string;
}

export interface Arrivals {
  /** Seconds since 1970. */
  readonly second: number;
  readonly records: number;
}

/** From this revision of a session on, the turns from an index on have moved by a number. */
export interface TurnMove {
  readonly entry: number;
  readonly revision: number;
  readonly from: TurnIndex;
  readonly by: number;
}

/** Where the records of a stream come from. */
export type StreamSource = 'relay' | 'otlp' | 'file';

export interface StreamFacts {
  readonly name: string;
  readonly source: StreamSource;
  /** Number of records received. */
  readonly records: number;
  /** Bytes of the stream's current text. */
  readonly bytes: number;
  /** UTC ISO 8601; null until the first record. */
  readonly lastRecord: string | null;
  readonly isEnded: boolean;
  /** Records that had no room. */
  readonly dropped: number;
  /** Records that were deleted after the stream had ended, because others needed their room. */
  readonly deleted: number;
}

/** The relay’s list of streams (`GET /live`). */
export interface StreamList {
  /** Differs in each run of the relay. */
  readonly run: string;
  readonly streams: readonly StreamFacts[];
  /** Origins beyond this machine to which the page may connect. */
  readonly reachable: readonly string[];
  /** Origins of the pages that may send records. */
  readonly senders: readonly string[];
  readonly unused: readonly UnusedRequest[];
}

/** Requests of one kind that were refused, or whose content has no use here. */
export interface UnusedRequest {
  /** Method and path, or the protocol. */
  readonly what: string;
  /** Why, and what to do about it. */
  readonly reason: string;
  readonly count: number;
  /** UTC ISO 8601. */
  readonly last: string;
}
