import { pack } from '../../services/packing.ts';
import type { Sample } from '../../services/samples.ts';
import { writeLink } from '../../state/url.ts';
import { ProblemError } from '../../worker/connect.ts';
import type { LinkContent } from './link.ts';

/** Where the session goes in the page that was built for it. */
const place = '<!-- session -->';

/** The page in one file, with the session, the rule, the policy and the view. Rejects with a `ProblemError`. */
export async function htmlWith(text: string, title: string, { view, policy, page }: LinkContent): Promise<string> {
  const response = await fetch(new URL('single.html', page)).catch(() => null);
  if (response?.ok !== true) throw absent;
  const packed = policy === null ? null : await pack(JSON.stringify(policy));
  const sample: Sample = {
    id: 'session',
    title,
    about: '',
    origin: '',
    licence: '',
    file: 'session.ctx.json',
    rule: null,
  };
  const hash = writeLink(
    { ...view, session: { kind: 'sample', sample: sample.id, entry: 0 } },
    { session: null, policy: packed },
  );
  const files = { 'index.json': JSON.stringify([sample]), [sample.file]: text };
  const parts = [
    ...Object.entries(files).map(([name, file]) => block(`type="application/json" data-file="${name}"`, file)),
    block('type="text/plain" data-view', hash),
  ];
  // A function, because a text would have `$&` and the like replaced.
  return (await response.text()).replace(place, () => parts.join('\n'));
}

/** In JSON, `<` is only in texts, where it may be escaped: so that no text ends the block. A link has none. */
const block = (attributes: string, text: string): string =>
  `<script ${attributes}>${text.replaceAll('<', String.raw`\u003c`)}</script>`;

const absent = new ProblemError({
  code: 'export/no-single-file',
  message:
    'The page for a single file could not be loaded from the server. Reload the page, or save the session as a file.',
});
