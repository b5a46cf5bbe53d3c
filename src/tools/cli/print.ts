import { toJson } from '../../engine/model/json.ts';
import type { Value } from '../../engine/model/value.ts';

/** JSON on standard output. Engine values keep their exact numbers, which `JSON.stringify` would not. */
export function printJson(value: Value): void {
  process.stdout.write(`${toJson(value, 2)}\n`);
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
