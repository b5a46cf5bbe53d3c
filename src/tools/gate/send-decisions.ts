import { askServer, type ServerAnswer } from './ask-server.ts';

/** Lines that wait for a server that does not answer; then the oldest are dropped. */
const mostWaiting = 1_000;
const retryMs = 5_000;

/**
 * Sends decisions to the relay of a running Contextscope, one after the other. Nothing waits for it: while no server answers,
 * the decisions wait here. What is wrong is reported once, until the server has answered again.
 */
export class SentDecisions {
  readonly #server: string;
  readonly #address: URL;
  readonly #report: (sentence: string) => void;
  #waiting: string[] = [];
  #sending: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isReported = false;
  #isDropReported = false;

  constructor(server: string, session: string, report: (sentence: string) => void) {
    this.#server = server;
    this.#address = new URL(`live/${encodeURIComponent(`gate ${session}`)}`, server);
    this.#report = report;
  }

  send(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length > mostWaiting) this.#drop();
    if (this.#retry === null) this.#begin();
  }

  /** Waits until what was handed over is sent, or the server has not answered once. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  #drop(): void {
    this.#waiting.shift();
    if (this.#isDropReported) return;
    this.#isDropReported = true;
    this.#report(`More than 1 000 decisions wait for the server at ${this.#server}: the oldest are dropped.`);
  }

  #begin(): void {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = [...this.#waiting];
      const answer = await askServer(this.#address, lines.map((line) => `${line}\n`).join(''));
      // A server that has a fault may have none later.
      if (answer.kind === 'none' || answer.status >= 500) {
        this.#reportOnce(awayWords(this.#server, answer));
        return this.#tryLater();
      }
      // A refusal of these lines is final: others may be accepted.
      if (answer.status >= 300) this.#reportOnce(refusalWords(this.#server, answer));
      else this.#isReported = this.#isDropReported = false;
      this.#waiting = this.#waiting.filter((line) => !lines.includes(line));
    }
  }

  #reportOnce(sentence: string): void {
    if (!this.#isReported) this.#report(sentence);
    this.#isReported = true;
  }

  #tryLater(): void {
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#begin();
    }, retryMs);
    this.#retry.unref();
  }
}

export const awayWords = (server: string, answer: ServerAnswer): string =>
  `No Contextscope answers at ${server}: ${answer.kind === 'none' ? answer.why : `status ${answer.status}`}. ` +
  'Start it there, or change --to. Until then, the decisions of this session wait.';

const refusalWords = (server: string, { status, text }: Extract<ServerAnswer, { readonly kind: 'answer' }>): string =>
  `The server at ${server} refused decisions with status ${status}: ${text.trim().slice(0, 300) || 'it gives no reason'}. The page does not have them. ` +
  'If it is not Contextscope, change --to.';
