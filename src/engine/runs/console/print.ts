import { toJson } from '../../model/json.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { letOperation, type OperationCall } from '../../systems/machine.ts';
import type { System } from '../../systems/system.ts';
import { mainNames } from './names.ts';

/** A call as the user would type it: `child = ctx.derive(agent_name="Child")`. */
export function printCall({ op, on, as, args }: OperationCall, system: Pick<System, 'id' | 'root'>): string {
  if (op === letOperation) return printLet(as, args);
  const given = Object.entries(args).map(([name, value]) => `${name}=${printValue(value)}`);
  const object = on ?? mainNames(system)[0] ?? 'ctx';
  return `${as === undefined ? '' : `${as} = `}${object}.${op}(${given.join(', ')})`;
}

/** The original text, or a possible one. */
function printLet(as: string | undefined, { written, value = null }: RecordValue): string {
  if (typeof written === 'string' && written !== '') return written;
  return `${as === undefined ? '' : `${as} = `}${printValue(value)}`;
}

const reference = /^[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u;

/** As an argument on the console. */
export function printValue(value: Value): string {
  const name = isRecord(value) && Object.keys(value).length === 1 ? value['$ref'] : undefined;
  if (typeof name === 'string' && reference.test(name)) return name;
  return toJson(value, { nonFinite: 'bare' });
}
