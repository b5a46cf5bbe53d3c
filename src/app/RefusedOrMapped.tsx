import { useState } from 'react';
import { MappingDialog } from '../panels/mapping/MappingDialog.tsx';
import { RefusedDialog } from '../panels/refused/RefusedDialog.tsx';
import type { RefusedText } from '../state/notices.ts';
import type { Mapping } from '../worker/mapping-protocol.ts';

interface RefusedOrMappedProps {
  readonly refused: RefusedText;
  readonly onClose: () => void;
  readonly onOpen: (text: string, mapping?: Mapping) => void;
}

/** What nobody knows is shown with a mapping to be filled in; what is faulty can be mended. */
export function RefusedOrMapped({ refused, onClose, onOpen }: RefusedOrMappedProps) {
  const [maps, setMaps] = useState(refused.problem.code === 'import/unknown-kind');
  if (maps) {
    return (
      <MappingDialog
        refused={refused}
        onClose={onClose}
        onOpen={(mapping) => onOpen(refused.text, mapping)}
        onText={() => setMaps(false)}
      />
    );
  }
  // Readers say where a fault stands; what has no place could be read, and an importer refused it.
  const isRead = refused.problem.range === undefined && /^(import|mapping)\//.test(refused.problem.code);
  return (
    <RefusedDialog
      refused={refused}
      onClose={onClose}
      onRetry={(text) => onOpen(text)}
      onMap={isRead ? () => setMaps(true) : undefined}
    />
  );
}
