import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea, { type TextareaProps } from '@cloudscape-design/components/textarea';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { TakeFocus } from '../../design/take-focus.tsx';

export type Review = 'acknowledge' | 'resolve';

export const VERBS: Readonly<Record<Review, string>> = { acknowledge: 'Acknowledge', resolve: 'Resolve' };

const WHAT_TO_NOTE: Readonly<Record<Review, string>> = {
  acknowledge: 'What is known so far.',
  resolve: 'What was found and done.',
};

/** A touch screen has no keys at hand. */
const KEYS_HINT = window.matchMedia('(hover: hover) and (pointer: fine)').matches ? ' Ctrl+Enter submits it.' : '';

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

/** Asks for the note of a review. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { title, review, isRunning, error, isOpen = true, start, close, children } = props;
  const [note, setNote] = useState('');
  const primary = useRef<ButtonProps.Ref>(null);
  const field = useRef<TextareaProps.Ref>(null);
  useCtrlEnter(() => {
    if (isOpen && !isRunning) start(note);
  });
  const buttons = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" disabled={isRunning} onClick={close}>
          {isOpen ? 'Cancel' : 'Close'}
        </Button>
        {isOpen ? (
          <Button ref={primary} variant="primary" loading={isRunning} onClick={() => start(note)}>
            {VERBS[review]}
          </Button>
        ) : null}
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal visible header={title} onDismiss={() => isRunning || close()} closeAriaLabel="Close" footer={buttons}>
      {/* Enter confirms an acknowledgement, which rarely needs a note. The note of a resolution is written first. */}
      <TakeFocus take={() => (review === 'acknowledge' ? primary : field).current?.focus()} />
      <SpaceBetween size="m">
        {isOpen ? (
          <FormField
            label={
              <>
                Note<i> - optional</i>
              </>
            }
            description={`${WHAT_TO_NOTE[review]} The note stays with the alert.${KEYS_HINT}`}
            errorText={fieldErrors(error).get('note')}
            stretch
          >
            <Textarea ref={field} value={note} rows={4} onChange={({ detail }) => setNote(detail.value)} />
          </FormField>
        ) : null}
        {children}
        <ProblemAlert error={error} shownFields={['note']} />
      </SpaceBetween>
    </Modal>
  );
}

/** Submits from everywhere in the dialog: the focus may be in the note or on a button. */
function useCtrlEnter(submit: () => void): void {
  const latest = useRef(submit);
  useLayoutEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      // The button that has the focus would submit once more.
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
