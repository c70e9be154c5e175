import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { type ReactNode, useState } from 'react';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';

export type Review = 'acknowledge' | 'resolve';

interface ReviewDialogProps {
  readonly title: string;
  readonly review: Review;
  readonly isRunning: boolean;
  readonly error: unknown;
  /** False when nothing is left to do. Default: true. */
  readonly isOpen?: boolean;
  readonly start: (note: string) => void;
  readonly close: () => void;
  readonly children?: ReactNode;
}

/** Asks for the note of a resolution, or whether to acknowledge. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { title, review, isRunning, error, isOpen = true, start, close, children } = props;
  const [note, setNote] = useState('');
  const buttons = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" onClick={close}>
          {isOpen ? 'Cancel' : 'Close'}
        </Button>
        {isOpen ? (
          <Button variant="primary" loading={isRunning} onClick={() => start(note)}>
            {review === 'resolve' ? 'Resolve' : 'Acknowledge'}
          </Button>
        ) : null}
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal visible header={title} onDismiss={close} closeAriaLabel="Close" footer={buttons}>
      <SpaceBetween size="m">
        {review === 'resolve' && isOpen ? (
          <FormField
            label={
              <>
                Note<i> - optional</i>
              </>
            }
            description="What was found and done. The note stays with the alert."
            errorText={fieldErrors(error).get('note')}
            stretch
          >
            <Textarea value={note} autoFocus rows={4} onChange={({ detail }) => setNote(detail.value)} />
          </FormField>
        ) : null}
        {children}
        <ProblemAlert error={error} shownFields={['note']} />
      </SpaceBetween>
    </Modal>
  );
}
