import { isList, isMap, typeName, Unknown } from '../../model/value.ts';
import type { TypeName, Value } from '../../model/value.ts';
import { eitherOf } from './join.ts';
import { dyn, listOf, mapOf } from './types.ts';
import type { Field, RecordType, ScalarName, Type } from './types.ts';

const scalarNames: Partial<Record<TypeName, ScalarName>> = {
  null_type: 'null',
  bool: 'bool',
  int: 'int',
  uint: 'uint',
  double: 'double',
  string: 'string',
  bytes: 'bytes',
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.Duration': 'duration',
};

const maxCounted = 32;
const maxExamples = 12;
/** Longer texts are of no use as an example. */
const maxExampleLength = 80;

/** The values seen in one place of the data. */
export class Spot {
  /** The number of values, of any type. */
  seen = 0;
  /** Set when values in this place were left out. */
  isSample = false;
  private readonly scalars = new Map<ScalarName, Map<Value, number>>();
  private list: Spot | undefined;
  private record: RecordSpot | undefined;
  private map: { readonly keys: Spot; readonly values: Spot } | undefined;
  private hasOther = false;

  /** Counts the type and, for scalars, the value; lists and maps are opened separately. */
  count(value: Value): void {
    this.seen++;
    if (isList(value)) this.list ??= new Spot();
    else if (isMap(value) || value instanceof Unknown) return;
    else this.countScalar(value);
  }

  private countScalar(value: Value): void {
    const name = scalarNames[typeName(value)];
    if (name === undefined) {
      this.hasOther = true;
      return;
    }
    const examples = this.scalars.get(name) ?? new Map<Value, number>();
    this.scalars.set(name, examples);
    const known = examples.get(value);
    if (known !== undefined) examples.set(value, known + 1);
    else if (examples.size < maxCounted && isExample(value)) examples.set(value, 1);
  }

  element(): Spot {
    this.list ??= new Spot();
    return this.list;
  }

  openRecord(): RecordSpot {
    this.record ??= new RecordSpot();
    this.record.seen++;
    return this.record;
  }

  /** A map with keys that are no strings. */
  openMap(keys: readonly Value[], values: readonly Value[]): void {
    this.map ??= { keys: new Spot(), values: new Spot() };
    for (const key of keys) this.map.keys.count(key);
    for (const value of values) this.map.values.count(value);
  }

  /** A list or map that is not examined, because the limit is reached. */
  leaveClosed(value: Value): void {
    if (isMap(value)) this.openRecord().leaveOut();
    else if (isList(value)) this.element().hasOther = true;
  }

  /** `ofSample`: the values around this place were only a sample. */
  type(ofSample: boolean): Type {
    if (this.hasOther) return dyn;
    const isSample = ofSample || this.isSample;
    const types: Type[] = [...this.scalars].map(([name, examples]) => ({
      kind: 'scalar',
      name,
      seen: mostFrequent(examples),
    }));
    if (this.list !== undefined) types.push(listOf(this.list.type(isSample)));
    if (this.record !== undefined) types.push(this.record.type(isSample));
    if (this.map !== undefined) types.push(mapOf(this.map.keys.type(isSample), this.map.values.type(isSample)));
    return eitherOf(types);
  }
}

class RecordSpot {
  seen = 0;
  isFull = false;
  private isPartial = false;
  private readonly fields = new Map<string, Spot>();

  /** Undefined when there is no room for another key. */
  field(key: string, most: number): Spot | undefined {
    const known = this.fields.get(key);
    if (known !== undefined) return known;
    this.isFull = this.fields.size >= most;
    if (this.isFull) return undefined;
    const made = new Spot();
    this.fields.set(key, made);
    return made;
  }

  leaveOut(): void {
    this.isPartial = true;
  }

  type(isSample: boolean): RecordType {
    const fields = new Map<string, Field>();
    for (const [key, spot] of this.fields)
      fields.set(key, { type: spot.type(isSample), seen: spot.seen, total: this.seen });
    return { kind: 'record', fields, keys: this.isPartial || isSample ? 'partial' : 'seen' };
  }
}

const isExample = (value: Value): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  typeof value === 'bigint' ||
  (typeof value === 'string' && value.length <= maxExampleLength);

/** Equal counts keep the order in which the values were added. */
const mostFrequent = (examples: ReadonlyMap<Value, number>): readonly Value[] =>
  [...examples]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxExamples)
    .map(([value]) => value);
