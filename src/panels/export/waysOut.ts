import type { IconName } from '../../ui/Icon.tsx';
import { download, fileNameOf } from '../download.ts';
import { htmlWith } from './html.ts';
import { type LinkContent, linkWith } from './link.ts';

/** The session that leaves, exactly as the preview shows it. */
export interface Outgoing {
  readonly text: string;
  readonly fileName: string;
  readonly title: string;
  readonly link: LinkContent;
  /** A review of the rule, in Markdown. */
  review(): Promise<string>;
}

/** One way for a session to leave the page. */
export interface WayOut {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** What is reported afterwards. */
  readonly done: (outgoing: Outgoing) => string;
  send(outgoing: Outgoing): Promise<void>;
}

const htmlName = (title: string): string => `${fileNameOf(title)}.html`;

/** All ways out, in the order of their buttons; the last is the usual one. A further one is a row here. */
export const waysOut: readonly WayOut[] = [
  {
    id: 'copy',
    title: 'Copy',
    icon: 'copy',
    done: () => 'The session was copied.',
    send: ({ text }) => navigator.clipboard.writeText(text),
  },
  {
    id: 'link',
    title: 'Copy link',
    icon: 'link',
    done: () => 'The link was copied. It holds the session: anyone who has it can read what you saw in the preview.',
    async send({ text, link }) {
      await navigator.clipboard.writeText(await linkWith(text, link));
    },
  },
  {
    id: 'review',
    title: 'Copy review',
    icon: 'table',
    done: () => 'The review was copied as Markdown.',
    async send({ review }) {
      await navigator.clipboard.writeText(await review());
    },
  },
  {
    id: 'html',
    title: 'Save as HTML',
    icon: 'save',
    done: ({ title }) => `The page was saved as ${htmlName(title)}. It opens without a server, and judges rules.`,
    async send({ text, title, link }) {
      download(await htmlWith(text, title, link), htmlName(title), 'text/html');
    },
  },
  {
    id: 'file',
    title: 'Save as file',
    icon: 'save',
    done: ({ fileName }) => `The session was saved as ${fileName}.`,
    async send({ text, fileName }) {
      download(text, fileName);
    },
  },
];
