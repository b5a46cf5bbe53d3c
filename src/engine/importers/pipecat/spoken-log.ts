import type { Path } from '../../model/path.ts';
import type { SpentTokens } from '../../systems/voice/event.ts';
import { paramsOf, when } from '../../importing/voice/call-log.ts';
import type { CallLog } from '../../importing/voice/call-log.ts';
import { counted } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { says, spokenIn } from './format.ts';
import type { LogRecord } from './format.ts';

interface Utterance {
  readonly by: 'user' | 'agent';
  readonly texts: string[];
  readonly at: string | undefined;
  readonly place: Path;
  tokens: SpentTokens | undefined;
  interrupted: boolean;
}

/** Reads a log without printed chats: from what is told about who speaks and what is heard. */
export class SpokenLog {
  readonly #log: CallLog;
  readonly #report: ImportReport;
  #speaking: Utterance | undefined;
  /** When the caller began, heard or not. */
  #userStarted: string | undefined;
  #isBotSpeaking = false;

  constructor(log: CallLog, report: ImportReport) {
    this.#log = log;
    this.#report = report;
  }

  /** False for a record that says nothing about the conversation. */
  read({ message, value }: LogRecord, at: string | undefined, place: Path): boolean {
    const heard = says.heard.exec(message)?.[1];
    const spoken = spokenIn(message);
    const calls = says.calls.exec(message);
    const tokens = says.tokens.exec(message);
    if (heard !== undefined) this.#turnOf('user', this.#userStarted ?? at, place).texts.push(heard);
    else if (spoken !== undefined) this.#turnOf('agent', at, place).texts.push(spoken);
    else if (calls !== null) {
      this.end();
      const [, tool, id] = calls;
      this.#log.called({ id, tool, params: paramsOf(value, place, this.#report), at, place });
    } else if (tokens !== null) this.#spent(tokens, at, place);
    else return this.#floor(message, at, place);
    return true;
  }

  /** What is being said is complete. */
  end(): void {
    const said = this.#speaking;
    this.#speaking = undefined;
    if (said === undefined) return;
    const { by, texts, at, place, tokens, interrupted } = said;
    if (by === 'user' && texts.length > 1) {
      this.#report.note(
        'info',
        'import/fragments',
        place,
        (n) => `${counted(n, 'utterance')} of the caller came in several fragments; each is one turn.`,
      );
    }
    const text = texts.length === 0 ? {} : { text: texts.map((part) => part.trim()).join(' ') };
    if (by === 'user') this.#log.add({ type: 'user-spoke', ...when(at), ...text }, place);
    else {
      if (texts.length === 0) this.#noteUnheard(place);
      this.#log.add(
        { type: 'agent-spoke', ...when(at), ...text, ...(tokens && { tokens }), ...(interrupted && { interrupted }) },
        place,
      );
    }
  }

  /** Who has the floor. */
  #floor(message: string, at: string | undefined, place: Path): boolean {
    if (says.botStarted.test(message)) {
      this.#isBotSpeaking = true;
      this.#turnOf('agent', at, place);
    } else if (says.botStopped.test(message)) this.#isBotSpeaking = false;
    else if (says.userStarted.test(message)) {
      this.#userStarted = at;
      if (this.#isBotSpeaking && this.#speaking?.by === 'agent') this.#speaking.interrupted = true;
    } else return says.userStopped.test(message);
    return true;
  }

  #spent([, prompt, completion]: RegExpExecArray, at: string | undefined, place: Path): void {
    const turn = this.#turnOf('agent', at, place);
    turn.tokens = {
      prompt: (turn.tokens?.prompt ?? 0) + Number(prompt),
      completion: (turn.tokens?.completion ?? 0) + Number(completion),
    };
  }

  #turnOf(by: Utterance['by'], at: string | undefined, place: Path): Utterance {
    const open = this.#speaking;
    if (open?.by === by) return open;
    this.end();
    const utterance = { by, texts: [], at, place, tokens: undefined, interrupted: false };
    this.#speaking = utterance;
    if (by === 'user') this.#userStarted = undefined;
    return utterance;
  }

  #noteUnheard(place: Path): void {
    this.#report.note(
      'lost',
      'pipecat/unheard',
      place,
      (n) => `The agent spoke ${counted(n, 'time')} without its words in the log: they are unknown.`,
    );
  }
}
