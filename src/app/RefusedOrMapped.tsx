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

/**
 * Shows a text that could not be opened: in the mapping form if its format is unknown, or for correction if it is
 * faulty.
 */
export function RefusedOrMapped({ refused, onClose, onOpen }: RefusedOrMappedProps) {
  const [maps, setMaps] = useState(/^(?:import\/unknown-kind|mapping\/assumed)$/.test(refused.problem.code));
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
  // Readers give the place of a fault. A problem without a place means that the text could be read but no importer
  // accepted it.
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
