import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';

/** The checked arguments of a call, read by their type. */
export class Args {
  readonly #values: RecordValue;

  constructor(values: RecordValue) {
    this.#values = values;
  }

  /** Undefined when the argument is missing or null. */
  value(name: string): Value | undefined {
    return entry(this.#values, name) ?? undefined;
  }

  /** Undefined when the argument is missing; null stays null, because Python's None may be a value of its own. */
  given(name: string): Value | undefined {
    return entry(this.#values, name);
  }

  text(name: string): string | undefined {
    const value = this.value(name);
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.value(name) === true;
  }

  number(name: string): number | undefined {
    const value = this.value(name);
    return typeof value === 'number' ? value : undefined;
  }

  record(name: string): RecordValue | undefined {
    const value = this.value(name);
    return isRecord(value) ? value : undefined;
  }

  texts(name: string): readonly string[] {
    const value = this.value(name);
    if (value === undefined || !isList(value)) return [];
    return [...value].filter((element) => typeof element === 'string');
  }
}
