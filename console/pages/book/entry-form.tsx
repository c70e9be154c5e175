import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { type components, dataOf, typedAddress } from '../../../sdk/index.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

type Entry = components['schemas']['AddressBookEntry'];

/** Adds an address to the book, or changes an entry. */
export function EntryForm({ entry, close }: { readonly entry?: Entry; readonly close: () => void }) {
  const client = useClient();
  const [address, setAddress] = useState(entry?.address ?? '');
  const [label, setLabel] = useState(entry?.label ?? '');
  const [note, setNote] = useState(entry?.note ?? '');
  const [lists, setLists] = useState((entry?.lists ?? []).join(', '));
  const save = useAction({
    run: async () => {
      const body = { label, note, lists: lists.split(/[\s,]+/).filter((name) => name !== '') };
      return entry === undefined
        ? dataOf(await client.POST('/api/address-book', { body: { ...body, address: typedAddress(address) } }))
        : dataOf(await client.PATCH('/api/address-book/{id}', { params: { path: { id: entry.id } }, body }));
    },
    changes: ['address-book', 'address-lists'],
    onDone: close,
  });
  const errors = useFieldErrors(save.error, { address, label, note, lists });
  const listErrors = [...errors].filter(([path]) => path === 'lists' || path.startsWith('lists.'));
  return (
    <FormModal
      title={entry === undefined ? 'Add an address' : 'Change the address'}
      action={entry === undefined ? 'Add' : 'Save'}
      isRunning={save.isRunning}
      error={save.error}
      shownFields={['address', 'label', 'note', 'lists', ...listErrors.map(([path]) => path)]}
      submit={() => save.start()}
      close={close}
    >
      <FormField label="Address" errorText={errors.get('address')}>
        <Input value={address} disabled={entry !== undefined} onChange={({ detail }) => setAddress(detail.value)} />
      </FormField>
      <FormField label="Label" description="What transactions call the address." errorText={errors.get('label')}>
        <Input value={label} onChange={({ detail }) => setLabel(detail.value)} />
      </FormField>
      <FormField label="Note (optional)" errorText={errors.get('note')}>
        <Textarea value={note} onChange={({ detail }) => setNote(detail.value)} />
      </FormField>
      <FormField
        label="Address lists (optional)"
        description="Names of address lists, with commas between them."
        errorText={listErrors.map(([, message]) => message).join('; ')}
      >
        <Input value={lists} onChange={({ detail }) => setLists(detail.value)} />
      </FormField>
    </FormModal>
  );
}
