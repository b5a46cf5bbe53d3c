import { Environment, Optional as TheirOptional } from '@marcbachmann/cel-js';
import { err, ok } from '../../../base/result.ts';
import { double, Duration, Optional, Timestamp, TypeValue, Uint, type Value } from '../../model/value.ts';
import type { Prepare } from '../engine.ts';
import { Giving, type Reading, taken, withTypes } from '../exchange.ts';

/** As the package's own `evaluate` has it. */
const environment = new Environment({ unlistedVariablesAreDyn: true });

export const prepare: Prepare = (text) => {
  const giving = new Giving(withTypes(made));
  try {
    const run = environment.parse(text);
    return ok((variables) => {
      const scope = new Map([...variables].map(([name, value]) => [name, giving.give(value)]));
      return taken(run(scope), reading);
    });
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause));
  }
};

/** The package exports no classes of its values: its functions make them. */
const made = (type: 'uint' | 'timestamp' | 'duration', text: string): unknown =>
  environment.evaluate(`${type}(text)`, { text });

const { constructor: TheirUint } = made('uint', '1') as object;
const { constructor: TheirDuration } = made('duration', '1s') as object;
const { constructor: TheirType } = environment.evaluate('type(1)') as object;

const reading: Reading = { number: double, own };

function own(result: object, take: (value: unknown) => Value): Value | undefined {
  if (result instanceof Date) return new Timestamp(BigInt(Math.floor(result.getTime() / 1000)), millisOf(result));
  if (result instanceof TheirOptional) return new Optional(result.hasValue() ? take(result.value()) : undefined);
  // Their own classes, recognised above.
  if (result.constructor === TheirUint) return new Uint((result as { readonly value: bigint }).value);
  if (result.constructor === TheirDuration) {
    const { seconds, nanos } = result as { readonly seconds: bigint; readonly nanos: number };
    return new Duration(seconds * 1_000_000_000n + BigInt(nanos));
  }
  return result.constructor === TheirType ? new TypeValue((result as { readonly name: string }).name) : undefined;
}

const millisOf = (date: Date): number => (((date.getTime() % 1000) + 1000) % 1000) * 1_000_000;
