import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { InstantInput } from '../../design/instant-input.tsx';
import { SecretOnce } from '../../design/secret-once.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import type { Scope } from '../../session/scope.ts';
import { useClient } from '../../session/session-context.ts';

type NewKey = components['schemas']['CreateApiKey'];

const SCOPES: readonly { readonly id: Scope; readonly text: string; readonly allows: string }[] = [
  { id: 'read', text: 'Read', allows: 'Reads everything except keys and settings, and changes nothing.' },
  { id: 'review', text: 'Review', allows: 'Reads, reviews alerts, and writes notes and tags.' },
  { id: 'write', text: 'Write', allows: 'Changes everything except keys and settings.' },
  { id: 'admin', text: 'Admin', allows: 'Changes everything, also keys and settings.' },
];

/** Creates a key and shows it once. */
export function CreateKey({ close }: { readonly close: () => void }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [expiresAt, setExpiresAt] = useState('');
  const [secret, setSecret] = useState<string>();
  const create = useAction({
    run: async (body: NewKey) => dataOf(await client.POST('/api/keys', { body })),
    changes: ['keys'],
    onDone: ({ key }) => setSecret(key),
  });
  const errors = useFieldErrors(create.error, { name, scope, expiresAt });
  if (secret !== undefined) {
    return <SecretOnce title="The key is created" what="key" secret={secret} close={close} />;
  }
  return (
    <FormModal
      title="Create a key"
      action="Create"
      isRunning={create.isRunning}
      error={create.error}
      shownFields={['name', 'scope', 'expiresAt']}
      submit={() => create.start({ name, scope, ...(expiresAt === '' ? {} : { expiresAt }) })}
      close={close}
    >
      <FormField label="Name" description="Who or what uses the key." errorText={errors.get('name')}>
        <Input value={name} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
      <FormField
        label="Scope"
        description={SCOPES.find(({ id }) => id === scope)?.allows}
        errorText={errors.get('scope')}
      >
        <SegmentedControl
          label="Scope"
          options={SCOPES}
          selectedId={scope}
          onChange={({ detail }) => setScope(SCOPES.find(({ id }) => id === detail.selectedId)?.id ?? 'read')}
        />
      </FormField>
      <FormField
        label="Expires (optional)"
        description="In your local time. Without an end the key works until somebody revokes it."
        errorText={errors.get('expiresAt')}
      >
        <InstantInput value={expiresAt} change={setExpiresAt} />
      </FormField>
    </FormModal>
  );
}
