import { expect, test } from 'vitest';
import { patterns, patternsFor } from './registry.ts';

const letters = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAbCdEfGhIjKlMnOpQrStUvWxYz';
const hex = '0123456789abcdef0123456789abcdef';

/** For each pattern, a text that holds one, with the value between «»; and texts that hold none. */
const examples: { readonly [id: string]: readonly string[] } = {
  jwt: ['token: «eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl»'],
  'private-key': [
    '-----BEGIN RSA PRIVATE KEY-----\\n«MIIEow»\\n-----END RSA PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n«MIIEow»',
  ],
  'credential-in-text': ['GET / HTTP/1.1\nCookie: «session=abc123»\n', 'https://x.test/?api_key=«abc123»&page=2'],
  'authorization-scheme': ['use Bearer «abc123def456» now', 'it is a bearer certificate of value'],
  'connection-string': ['postgres://app:«s3cret»@db.internal:5432/x', 'https://x.test/a:b/c@d'],
  assigned: [
    'export OPENAI_API_KEY=«abc123def456»',
    '{"password": "«hunter22»"',
    'Password: must be long',
    'token: <YOUR_TOKEN>',
  ],
  'openai-or-anthropic': [
    `key «sk-proj-${letters}» here`,
    'a task-based-evaluation of desk-side-support with sk-learn-pipeline-steps',
  ],
  'langfuse-public': ['«pk-lf-12345678-1234-1234-1234»'],
  github: [`«ghp_${letters.slice(0, 36)}»`],
  'github-fine-grained': [`«github_pat_${letters.slice(0, 30)}»`],
  gitlab: [`«glpat-${letters.slice(0, 20)}»`],
  'aws-key-id': ['id «AKIAIOSFODNN7EXAMPLE» and', 'AKIAIOSFODNN7EXAMPLELONGER'],
  slack: ['«xoxb-123456789012-abcdefABCDEF»'],
  'slack-webhook': ['https://hooks.slack.com/services/«T0000/B0000/abcdefghijkl»'],
  'google-api': [`«AIza${letters.slice(0, 35)}»`],
  'google-oauth': ['«ya29.a0AfH6SMBx-abcdefgh12»', '«GOCSPX-abcdefghijklmnop12»'],
  stripe: ['«sk_live_abcdefghijklmnop1234»'],
  'hugging-face': [`«hf_${letters.slice(0, 34)}»`],
  'groq-and-xai': [`«gsk_${letters.slice(0, 40)}»`],
  langsmith: [`«lsv2_pt_${letters.slice(0, 32)}»`],
  npm: [`«npm_${letters.slice(0, 36)}»`],
  pypi: [`«pypi-${letters.slice(0, 40)}»`],
  sendgrid: [`«SG.${letters.slice(0, 22)}.${letters.slice(0, 43)}»`],
  twilio: [`«SK${hex}»`],
  'vault-and-others': [`«hvs.${letters.slice(0, 30)}»`, `«dapi${hex}»`],
  telegram: ['«123456789:AAabcdefghijklmnopqrstuvwxyz1234567»'],
  card: ['card «4111 1111 1111 1111», please', 'order 4111 1111 1111 1112', 'at 1700000000000 ms'],
  iban: ['to «DE89 3704 0044 0532 0130 00» today', 'DE89 3704 0044 0532 0130 01'],
  email: ['write to «ann.meier+x@acme.co.uk».', 'decorator @app.route and a@b'],
  'phone-international': ['call «+49 171 2345678» now', 'in 2026-03-02T09:00:00+0200'],
  'phone-north-america': ['call «(555) 234-5678».', '550e8400-e29b-41d4-a716-446655440000'],
  'phone-national': ['ruf «0171 2345678» an', 'from 09:00 to 10:30', '0.12 3456'],
  'street-english': ['at «12 Baker Street» in', 'the 12 Ways'],
  'street-german': ['in der «Hauptstraße 12» oben', 'der Weg 5'],
  'street-romance': ['au «12 rue de la Paix»'],
  town: ['lives in «Austin, TX 78701»', '«10115 Berlin»', 'refund 12345 Euro or 10000 Points', 'at «SW1A 1AA»'],
  'ip-v4': ['from «84.12.7.200» to', 'Chrome/120.0.0.0', 'version 1.2.3.4.5', '127.0.0.1'],
  'ip-v6': ['from «fe80::1ff:fe23:4567:890a» on', 'at 12:30:45', 'aa:bb:cc:dd:ee:ff', 'std::vector'],
};

test('each pattern has examples here', () => {
  expect(Object.keys(examples).toSorted()).toEqual(patterns.map(({ id }) => id).toSorted());
});

test.each(patterns.map((pattern) => [pattern.id, pattern] as const))(
  '%s finds its values and nothing else',
  (id, { find }) => {
    for (const marked of examples[id] ?? []) {
      const text = marked.replaceAll(/[«»]/g, '');
      const found = [...find(text)].map(({ start, end }) => text.slice(start, end));
      const value = /«([^»]*)»/.exec(marked)?.[1]?.trimEnd();
      const tried = patternsFor(text).some((one) => one.id === id);
      expect(tried || value === undefined, `the group of the pattern searches “${text}”`).toBe(true);
      expect(
        found.map((one) => one.trimEnd()),
        text,
      ).toEqual(value === undefined ? [] : [value]);
    }
  },
);
