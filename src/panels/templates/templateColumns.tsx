import type { TemplateRow } from '../../engine/systems/voice/views/templates.ts';
import { count } from '../../ui/format.ts';
import type { Column } from '../../ui/Grid.tsx';
import { TurnLink } from '../TurnLink.tsx';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './Templates.module.css';

const kinds: { readonly [K in TemplateRow['kind']]: string } = {
  configuration: 'configured',
  said: 'said',
  call: 'in a call',
};

export const templateColumns: readonly Column<TemplateRow>[] = [
  {
    id: 'where',
    title: 'where',
    track: 'minmax(72px, 2fr)',
    cell: ({ kind, place }) => (
      <span className={styles.where} title={`${kinds[kind]} ${place}`.trim()}>
        <CutTitle title={place === '' ? kinds[kind] : place} tail={10} />
      </span>
    ),
  },
  {
    id: 'template',
    title: 'template',
    track: 'minmax(0, 3fr)',
    cell: ({ text }) => <code title={text}>{visible(text)}</code>,
  },
  {
    id: 'uses',
    title: 'used',
    track: '44px',
    align: 'end',
    cell: ({ uses }) => (uses === 0 ? '–' : `${count(uses)}×`),
  },
  {
    id: 'turn',
    title: 'last',
    track: '52px',
    align: 'end',
    cell: ({ turn }) => (turn === null ? 'never' : <TurnLink turn={turn} isInGrid />),
  },
];
