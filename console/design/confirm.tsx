import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { ProblemAlert } from './problem-alert.tsx';

interface ConfirmProps {
  readonly title: string;
  /** The word on the button, such as "Delete". */
  readonly action: string;
  /** The state of the request that `confirm` starts. */
  readonly request: { readonly isRunning: boolean; readonly error: unknown };
  readonly confirm: () => void;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ title, action, request, confirm, close, children }: ConfirmProps) {
  const buttons = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" onClick={close}>
          Cancel
        </Button>
        <Button variant="primary" loading={request.isRunning} onClick={confirm}>
          {action}
        </Button>
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal visible header={title} onDismiss={close} closeAriaLabel="Close" footer={buttons}>
      <SpaceBetween size="m">
        {children}
        <ProblemAlert error={request.error} />
      </SpaceBetween>
    </Modal>
  );
}
