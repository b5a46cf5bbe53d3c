/**
 * Two lanes of FNV-1a, 32 bits each, over UTF-16 units, as hexadecimal digits. Two texts of one checksum can be made on
 * purpose; among recordings they do not happen.
 */
export class Checksum {
  #low = 0x811c9dc5;
  #high = 0x050c5d1f;
  #length = 0;

  add(text: string): this {
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      low = Math.imul(low ^ unit, 0x01000193);
      // In reverse order, because otherwise both lanes would have the same collisions.
      high = Math.imul(high, 0x01000193) ^ unit;
    }
    [this.#low, this.#high] = [low, high];
    this.#length += text.length;
    return this;
  }

  /** The checksum of all added texts, as one text. */
  get digits(): string {
    return [this.#low ^ this.#length, this.#high].map((lane) => mixed(lane).toString(16).padStart(8, '0')).join('');
  }
}

/** The finaliser of MurmurHash3: without it the last units of a text would change only the lowest bits. */
function mixed(lane: number): number {
  let bits = Math.imul(lane ^ (lane >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
