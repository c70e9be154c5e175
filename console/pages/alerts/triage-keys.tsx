import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';
import { KEYS } from './key-words.ts';

/** The keys of the list of alerts. */
export const TriageKeys = ({ close }: { readonly close: () => void }) => (
  <Modal visible header="Keys" onDismiss={close} closeAriaLabel="Close">
    <KeyValuePairs
      columns={2}
      items={KEYS.map(([key, meaning]) => ({ label: <kbd className="mono">{key}</kbd>, value: <Box>{meaning}</Box> }))}
    />
  </Modal>
);
