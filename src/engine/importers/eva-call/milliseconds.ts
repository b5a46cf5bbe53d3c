import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { readInstant } from '../../importing/values/instants.ts';
import type { ImportReport } from '../../importing/import-report.ts';

/** Milliseconds since 1970, as a number or as text. */
export function readMilliseconds(written: Value | undefined, place: Path, report: ImportReport): string | undefined {
  const isText = typeof written === 'string' && /^\d{1,16}$/.test(written);
  const milliseconds = isText ? Number(written) : written;
  return readInstant(typeof milliseconds === 'number' ? milliseconds / 1000 : milliseconds, place, report);
}
