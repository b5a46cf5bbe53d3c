import { visible } from '../../ui/visible.tsx';
import type { ToolDescription as Description } from '../../worker/protocol.ts';
import { LongText } from '../LongText.tsx';
import styles from './Capabilities.module.css';

/** What the recording says of a tool: what it does, how it behaves, and the schemas of its arguments and its result. */
export function ToolDescription({ tool }: { readonly tool: Description }) {
  const { since, description, server, annotations, inputSchema, outputSchema } = tool;
  return (
    <div className={styles.detail}>
      {description !== null && description !== '' && <p className={styles.description}>{visible(description)}</p>}
      <p className={styles.aside}>
        {since < 0 ? 'Defined from the start' : `Defined after turn ${since}`}
        {server !== null && <> by the server {visible(server)}</>}
        {annotations.map(({ name, value }) => (
          <span key={name}>
            {' · '}
            <code>{visible(name)}</code>: {visible(value)}
          </span>
        ))}
      </p>
      {inputSchema !== null && <LongText title="Arguments (JSON Schema)" json={inputSchema} />}
      {outputSchema !== null && <LongText title="Result (JSON Schema)" json={outputSchema} />}
    </div>
  );
}
