import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import CopyToClipboard from '@cloudscape-design/components/copy-to-clipboard';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';

interface SecretOnceProps {
  readonly title: string;
  /** What the secret is, such as "key". */
  readonly what: string;
  readonly secret: string;
  readonly close: () => void;
}

/**
 * Shows a secret that the service tells only once, with a button that copies the secret. Escape or a click beside the
 * dialog does not close it: the secret would be lost.
 */
export function SecretOnce({ title, what, secret, close }: SecretOnceProps) {
  const done = (
    <Box float="right">
      <Button variant="primary" onClick={close}>
        I have stored the {what}
      </Button>
    </Box>
  );
  return (
    <Modal
      visible
      header={title}
      closeAriaLabel="Close"
      onDismiss={({ detail }) => {
        if (detail.reason === 'closeButton') close();
      }}
      footer={done}
    >
      <SpaceBetween size="m">
        <Alert type="warning">The {what} shows only now. Store it where your other secrets are.</Alert>
        <code className="mono">{secret}</code>
        <CopyToClipboard
          textToCopy={secret}
          copyButtonText={`Copy the ${what}`}
          copySuccessText="Copied"
          copyErrorText="The browser does not allow this. Select the text and copy it."
        />
      </SpaceBetween>
    </Modal>
  );
}
