import type { Assembly, Finished } from './assembly.ts';
import { DictFrame, GroupFrame } from './frames.ts';
import { repairOf, type Repair } from './repair.ts';
import { unreachable } from '../../../base/unreachable.ts';

/** Repairs faults that a parser meets, so that it can continue. */
export class Repairer {
  readonly #all: Assembly;
  #repairs = 0;

  constructor(assembly: Assembly) {
    this.#all = assembly;
  }

  get repairs(): number {
    return this.#repairs;
  }

  /** Ends the value where another begins; undefined when the intention is unclear. */
  repair(): 'repaired' | Finished | undefined {
    const { frames, value, at, text } = this.#all;
    if (frames.length === 0 || this.#repairs > 20 + this.#all.tree.nodes.length) return undefined;
    const token = this.#all.token(at);
    const repair = repairOf({ text, assembly: this.#all, frames, value, token });
    if (repair === undefined) return undefined;
    if (repair.kind === 'cut') return this.#all.cutOff(at);
    this.#repairs += 1;
    if ('note' in repair) {
      const { severity, code, message } = repair.note;
      this.#all.notebook.add(severity, code, message, repair.kind === 'string' ? repair.range.start : token.start);
    }
    this.#apply(repair, token);
    return 'repaired';
  }

  #apply(repair: Exclude<Repair, { kind: 'cut' }>, { start, end }: { start: number; end: number }): undefined {
    const { tree, frame, value } = this.#all;
    switch (repair.kind) {
      case 'comma':
        if (value?.kind === 'gap' && frame?.mayOmit === true) this.#all.omit(value);
        else if (value !== undefined) frame?.take(value);
        frame?.separate();
        return this.#all.goOn(start);
      case 'colon':
        if (value !== undefined) frame?.key(value);
        return this.#all.goOn(repair.next);
      case 'key-alone': {
        if (value !== undefined) frame?.key(value);
        const hole = tree.leaf('hole', { start, end: start });
        return this.#all.complete(hole, start);
      }
      case 'split':
        return this.#split(repair.value, end);
      case 'close':
        if (value !== undefined) frame?.take(value);
        return frame === undefined ? undefined : this.#all.close(frame, this.#all.at);
      case 'open':
        frame?.separate();
        this.#open(repair.value);
        return this.#all.goOn(end);
      case 'close-before':
        return this.#closeBefore(repair);
      case 'hole':
        return this.#all.complete(tree.leaf('hole', repair.range), repair.range.end);
      case 'skip':
        this.#all.at = repair.next;
        return undefined;
      case 'string':
        if (value !== undefined) tree.nodes.pop();
        return this.#all.complete(tree.leaf(repair.leaf, repair.range), repair.range.end);
      case 'element':
        return this.#nextElement(repair.next);
      case 'text':
        return this.#all.asText(repair.range);
      default:
        return unreachable(repair);
    }
  }

  /** Brackets inside the innermost list keep their complete parts. */
  #nextElement(next: number): undefined {
    for (let { frame } = this.#all; frame !== undefined && !(frame instanceof GroupFrame); frame = this.#all.frame) {
      const { value, at } = this.#all;
      if (value !== undefined && !frame.takesColon) frame.take(value);
      this.#all.close(frame, at);
    }
    const { frame, value } = this.#all;
    if (value !== undefined) frame?.take(value);
    frame?.separate();
    return this.#all.goOn(next);
  }

  /** `'a': 'x' 'b':`, which was read as one string in two pieces. */
  #split({ pieces, start }: Extract<Repair, { kind: 'split' }>['value'], colonEnd: number): undefined {
    const { tree, frame } = this.#all;
    const [last] = pieces.slice(-1);
    const before = pieces.slice(0, -1);
    const [beforeLast] = before.slice(-1);
    if (last === undefined || beforeLast === undefined) return undefined;
    tree.nodes.pop();
    frame?.take(tree.leaf('string', { start, end: beforeLast.end }, before));
    frame?.separate();
    frame?.key(tree.leaf('string', last));
    return this.#all.goOn(colonEnd);
  }

  #open(key: Extract<Repair, { kind: 'open' }>['value']): undefined {
    const dict = new DictFrame(key.start);
    dict.key(key);
    this.#all.frames.push(dict);
  }

  #closeBefore({ value, inside }: Extract<Repair, { kind: 'close-before' }>): undefined {
    for (let { frame } = this.#all; frame !== undefined && !(frame instanceof inside); frame = this.#all.frame) {
      this.#all.close(frame, value.start);
      const closed = this.#all.value;
      if (closed !== undefined) this.#all.frame?.take(closed);
      this.#all.frame?.separate();
    }
    return this.#all.complete(value, value.end);
  }
}
