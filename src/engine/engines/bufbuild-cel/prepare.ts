import {
  type CelInput,
  celEnv,
  isCelError,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  parse,
  plan,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { err, ok } from '../../../base/result.ts';
import { CelError } from '../../cel/index.ts';
import { double, Duration, Timestamp, TypeValue, Uint, type Value } from '../../model/value.ts';
import type { Prepare } from '../engine.ts';
import { Giving, type Reading, taken, takenEntries, withTypes } from '../exchange.ts';

const environment = celEnv({ funcs: strings });
type Bindings = Parameters<ReturnType<typeof plan>>[0];

export const prepare: Prepare = (text) => {
  const giving = new Giving(withTypes(made));
  try {
    const run = plan(environment, parse(text));
    return ok((variables) => {
      // Its variables are looked up as members, so they have no prototype. The values are what the package takes as input.
      const scope = Object.create(null) as NonNullable<Bindings>;
      for (const [name, value] of variables) scope[name] = giving.give(value) as CelInput;
      const result = run(scope);
      return isCelError(result) ? new CelError('invalid_argument', result.message) : taken(result, reading);
    });
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause));
  }
};

/** The package exports no function that makes its messages: its language's functions do. */
const makers = {
  uint: plan(environment, parse('uint(text)')),
  timestamp: plan(environment, parse('timestamp(text)')),
  duration: plan(environment, parse('duration(text)')),
};
const made = (type: keyof typeof makers, text: string): unknown => makers[type]({ text });

const reading: Reading = { number: double, own };

function own(result: object, take: (value: unknown) => Value): Value | undefined {
  if (isCelUint(result)) return new Uint(result.value);
  if (isCelList(result)) return Array.from(result, take);
  if (isCelMap(result)) return takenEntries(result.entries(), take);
  if (isCelType(result)) return new TypeValue(result.name);
  return 'message' in result ? ofMessage(result.message) : undefined;
}

function ofMessage(message: unknown): Value | undefined {
  const { $typeName, seconds, nanos } = message as {
    readonly $typeName?: string;
    readonly seconds: bigint;
    readonly nanos: number;
  }; // one of the two below, or none of ours
  if ($typeName === 'google.protobuf.Timestamp') return new Timestamp(seconds, nanos);
  if ($typeName === 'google.protobuf.Duration') return new Duration(seconds * 1_000_000_000n + BigInt(nanos));
  return undefined;
}
