import { expect, test } from 'vitest';
import { addressedIn, fetchAddressed } from './addressed.ts';

const page = 'http://127.0.0.1:4173/?src=a';

test('each address has the same id in every tab', () => {
  expect(addressedIn('?src=a.json&x=1&src=https://agents.example/b.json')).toEqual([
    { address: 'a.json', source: 'src0' },
    { address: 'https://agents.example/b.json', source: 'src1' },
  ]);
});

test.each(['javascript:alert(1)', 'data:,x', 'file:///etc/passwd', 'http://'])(
  '%s is refused unread',
  async (address) => {
    await expect(fetchAddressed(address, page)).rejects.toMatchObject({
      problem: { code: 'address/unreadable', message: expect.stringContaining(`“${address}” is no address of a file`) },
    });
  },
);
