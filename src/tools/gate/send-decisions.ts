/** Lines that wait for a server that does not answer; then the oldest are dropped. */
const mostWaiting = 1_000;
const answerMs = 5_000;
const retryMs = 5_000;

/**
 * Sends decisions to the relay of a running Contextscope, one after the other. Nothing waits for it: while no server answers,
 * the decisions wait here.
 */
export class SentDecisions {
  readonly #address: URL;
  #waiting: string[] = [];
  #sending: Promise<void> | null = null;
  #retry: NodeJS.Timeout | null = null;

  constructor(server: string, session: string) {
    this.#address = new URL(`live/${encodeURIComponent(`gate ${session}`)}`, server);
  }

  send(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length > mostWaiting) this.#waiting.shift();
    if (this.#retry === null) this.#begin();
  }

  /** Waits until what was handed over is sent, or the server has not answered once. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  #begin(): void {
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = null));
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = [...this.#waiting];
      const isSent = await this.#post(lines.map((line) => `${line}\n`).join(''));
      if (!isSent) return this.#tryLater();
      this.#waiting = this.#waiting.filter((line) => !lines.includes(line));
    }
  }

  /** A refusal of these lines is final: others may be accepted. */
  async #post(body: string): Promise<boolean> {
    try {
      const response = await fetch(this.#address, { method: 'POST', body, signal: AbortSignal.timeout(answerMs) });
      await response.arrayBuffer();
      return response.ok || response.status < 500;
    } catch {
      // No server answers, or it went away meanwhile.
      return false;
    }
  }

  #tryLater(): void {
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#begin();
    }, retryMs);
    this.#retry.unref();
  }
}
