import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Modal from '@cloudscape-design/components/modal';

const KEYS = [
  ['j', 'Next transaction'],
  ['k', 'Transaction before'],
  ['e', 'Acknowledge what is selected, or else what is open'],
  ['r', 'Resolve what is selected, or else what is open'],
  ['x', 'Select what is open, or take it out of the selection'],
  ['a', 'Select all that match the filters, up to 2,000'],
  ['n', 'Show the alerts that are new'],
  ['1', 'The view Open critical'],
  ['2', 'The view Open'],
  ['3', 'The view All'],
  ['/', 'Go to the filters'],
  ['Ctrl Enter', 'Submit the note that you write'],
  ['Esc', 'Close the detail'],
  ['?', 'These keys'],
] as const;

/** The keys of the list of alerts. */
export const TriageKeys = ({ close }: { readonly close: () => void }) => (
  <Modal visible header="Keys" onDismiss={close} closeAriaLabel="Close">
    <KeyValuePairs
      columns={2}
      items={KEYS.map(([key, meaning]) => ({ label: <kbd className="mono">{key}</kbd>, value: <Box>{meaning}</Box> }))}
    />
  </Modal>
);
