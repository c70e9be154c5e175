import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Modal from '@cloudscape-design/components/modal';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { fieldErrors } from '../../design/problem-advice.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { SecretOnce } from '../../design/secret-once.tsx';
import { useAction } from '../../live/action.ts';
import type { Scope } from '../../session/scope.ts';
import { useClient } from '../../session/session-context.ts';

type NewKey = components['schemas']['CreateApiKey'];

const SCOPES: readonly { readonly id: Scope; readonly text: string }[] = [
  { id: 'read', text: 'Read' },
  { id: 'write', text: 'Write' },
  { id: 'admin', text: 'Admin' },
];

/** Creates a key and shows it once. */
export function CreateKey({ close }: { readonly close: () => void }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [secret, setSecret] = useState<string>();
  const create = useAction({
    run: async (body: NewKey) => dataOf(await client.POST('/api/keys', { body })),
    changes: ['keys'],
    onDone: ({ key }) => setSecret(key),
  });
  const errors = fieldErrors(create.error);
  if (secret !== undefined) {
    return <SecretOnce title="The key is created" what="key" secret={secret} close={close} />;
  }
  const buttons = (
    <Box float="right">
      <SpaceBetween direction="horizontal" size="xs">
        <Button variant="link" onClick={close}>
          Cancel
        </Button>
        <Button variant="primary" loading={create.isRunning} onClick={() => create.start({ name, scope })}>
          Create
        </Button>
      </SpaceBetween>
    </Box>
  );
  return (
    <Modal visible header="Create a key" closeAriaLabel="Close" onDismiss={close} footer={buttons}>
      <SpaceBetween size="m">
        <FormField label="Name" errorText={errors.get('name')}>
          <Input value={name} onChange={({ detail }) => setName(detail.value)} />
        </FormField>
        <FormField label="Scope" description="Write may change everything except keys." errorText={errors.get('scope')}>
          <SegmentedControl
            label="Scope"
            options={SCOPES}
            selectedId={scope}
            onChange={({ detail }) => setScope(SCOPES.find(({ id }) => id === detail.selectedId)?.id ?? 'read')}
          />
        </FormField>
        <ProblemAlert error={create.error} shownFields={['name', 'scope']} />
      </SpaceBetween>
    </Modal>
  );
}
