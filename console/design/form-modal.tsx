import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useId } from 'react';
import { focusOnInvalid, useFocusOnInvalid } from './focus-on-invalid.ts';
import { ProblemAlert } from './problem-alert.tsx';

interface FormModalProps {
  readonly title: string;
  /** The word on the button, such as "Create". */
  readonly action: string;
  readonly isRunning: boolean;
  /** Why the form can do nothing as it is. */
  readonly refusal?: string;
  readonly error: unknown;
  /** The paths whose messages stand at their fields. */
  readonly shownFields: readonly string[];
  readonly submit: () => void;
  readonly close: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/**
 * A form in a dialog. Enter sends the form, the input survives an error, and the first wrong field gets the focus. The
 * dialog stays while the request is on its way, because its answer may be shown only once.
 */
export function FormModal(props: FormModalProps) {
  const { title, action, isRunning, refusal, error, shownFields, submit, close, children } = props;
  const form = useId();
  const place = useFocusOnInvalid<HTMLFormElement>(error);
  const buttons = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" formAction="none" disabled={isRunning} onClick={close}>
          Cancel
        </Button>
        <Button
          variant="primary"
          loading={isRunning}
          disabled={refusal !== undefined}
          disabledReason={refusal}
          form={form}
        >
          {action}
        </Button>
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal
      visible
      header={title}
      closeAriaLabel="Close"
      onDismiss={() => {
        if (!isRunning) close();
      }}
      footer={buttons}
    >
      <form
        id={form}
        ref={place}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isRunning || refusal !== undefined) return;
          submit();
          // What is marked before the answer, the user has not corrected, or the page itself has marked.
          focusOnInvalid(place.current);
        }}
      >
        <SpaceBetween size="m">
          {children}
          <ProblemAlert error={error} shownFields={shownFields} />
        </SpaceBetween>
      </form>
    </Modal>
  );
}
