import { expect, test } from 'vitest';
import { readNow } from '../../readers/testing.ts';
import { mutatedDocument } from '../battery/mutations/testing.ts';
import { fixtures, readingOf } from '../battery/testing.ts';

const fixture = fixtures.find(({ owner }) => owner === 'datadog');

test('a tag that is a record, even one that replaces toString, is no tag', () => {
  const document = readNow(
    (fixture?.text ?? '')
      .replaceAll('"tags":[', '"tags":[{"toString":1},')
      .replaceAll('"tags": [', '"tags": [{"toString":1},'),
  );
  if (!document.ok) throw new Error(document.problem.message);
  const reading = readingOf(mutatedDocument(document.value, []));
  expect(reading.faults).toEqual([]);
  expect(reading.sessions).toBeGreaterThan(0);
});
