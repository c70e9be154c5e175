import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

type NewList = components['schemas']['CreateAddressList'];
type Format = components['schemas']['AddressListSource']['format'];

const PURPOSES: readonly { readonly id: NewList['purpose']; readonly text: string }[] = [
  { id: 'deny', text: 'Deny' },
  { id: 'allow', text: 'Allow' },
  { id: 'info', text: 'Information' },
];
const FORMATS: readonly { readonly id: Format; readonly text: string }[] = [
  { id: 'text', text: 'Text' },
  { id: 'csv', text: 'CSV' },
  { id: 'json', text: 'JSON' },
];

/** Creates an address list, with a source if the user gives its URL. */
export function CreateList({ close }: { readonly close: () => void }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [purpose, setPurpose] = useState<NewList['purpose']>('deny');
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<Format>('text');
  const [column, setColumn] = useState('');
  const create = useAction({
    run: async () => {
      const source = url === '' ? null : { url, format, column: column === '' ? null : column };
      return dataOf(await client.POST('/api/address-lists', { body: { name, purpose, source } }));
    },
    changes: ['address-lists'],
    onDone: close,
  });
  const errors = useFieldErrors(create.error, { name, purpose, source: { url, format, column } });
  return (
    <FormModal
      title="Create an address list"
      action="Create"
      isRunning={create.isRunning}
      error={create.error}
      shownFields={['name', 'purpose', 'source.url', 'source.format', 'source.column']}
      submit={() => create.start()}
      close={close}
    >
      <FormField
        label="Name"
        description="Rules write it as list:name. Characters of a-z, 0-9 and -."
        errorText={errors.get('name')}
      >
        <Input value={name} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
      <FormField label="Purpose" description="For people. Rules decide what follows." errorText={errors.get('purpose')}>
        <SegmentedControl
          label="Purpose"
          options={PURPOSES}
          selectedId={purpose}
          onChange={({ detail }) => setPurpose(PURPOSES.find(({ id }) => id === detail.selectedId)?.id ?? 'info')}
        />
      </FormField>
      <FormField
        label="URL of a source (optional)"
        description="Fetched each day. The list has its addresses."
        errorText={errors.get('source.url')}
      >
        <Input value={url} onChange={({ detail }) => setUrl(detail.value)} />
      </FormField>
      {url === '' ? null : (
        <>
          <FormField label="Format" errorText={errors.get('source.format')}>
            <SegmentedControl
              label="Format"
              options={FORMATS}
              selectedId={format}
              onChange={({ detail }) => setFormat(FORMATS.find(({ id }) => id === detail.selectedId)?.id ?? 'text')}
            />
          </FormField>
          {format === 'text' ? null : (
            <FormField
              label="Column (optional)"
              description="The column of CSV, or the field of JSON, that has the address."
              errorText={errors.get('source.column')}
            >
              <Input value={column} onChange={({ detail }) => setColumn(detail.value)} />
            </FormField>
          )}
        </>
      )}
    </FormModal>
  );
}
