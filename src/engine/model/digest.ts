/** Two 32-bit hashes after FNV-1a. They tell texts apart; they do not protect anything. */
export class Digest {
  #a = 0x811c9dc5;
  #b = 0x9dc5811c;

  add(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      this.#a = Math.imul(this.#a ^ unit, 0x01000193);
      this.#b = Math.imul(this.#b ^ (unit + at), 0x85ebca6b);
    }
    // The end of a text.
    this.#a = Math.imul(this.#a ^ 0x10000, 0x01000193);
    this.#b = Math.imul(this.#b ^ 0x10000, 0x85ebca6b);
  }

  get text(): string {
    return [this.#a, this.#b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  }
}

/** Sixteen characters that are the same for the same text. */
export function digestOf(text: string): string {
  const digest = new Digest();
  digest.add(text);
  return digest.text;
}
