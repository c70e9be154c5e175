import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

type List = components['schemas']['AddressList'];
type Format = components['schemas']['AddressListSource']['format'];

const PURPOSES: readonly { readonly id: List['purpose']; readonly text: string }[] = [
  { id: 'deny', text: 'Deny' },
  { id: 'allow', text: 'Allow' },
  { id: 'info', text: 'Information' },
];
const FORMATS: readonly { readonly id: Format; readonly text: string }[] = [
  { id: 'text', text: 'Text' },
  { id: 'csv', text: 'CSV' },
  { id: 'json', text: 'JSON' },
];

/** Creates an address list, or changes the given one. The list has a source if the user gives its URL. */
export function ListForm({ list, close }: { readonly list?: List; readonly close: () => void }) {
  const client = useClient();
  const [name, setName] = useState(list?.name ?? '');
  const [purpose, setPurpose] = useState<List['purpose']>(list?.purpose ?? 'deny');
  const [url, setUrl] = useState(list?.source?.url ?? '');
  const [format, setFormat] = useState<Format>(list?.source?.format ?? 'text');
  const [column, setColumn] = useState(list?.source?.column ?? '');
  const save = useAction({
    run: async () => {
      const source = url === '' ? null : { url, format, column: column === '' ? null : column };
      if (list === undefined)
        return dataOf(await client.POST('/api/address-lists', { body: { name, purpose, source } }));
      const body = { purpose, ...(!isSameSource(source, list.source) && { source }) };
      return dataOf(await client.PATCH('/api/address-lists/{id}', { params: { path: { id: list.id } }, body }));
    },
    changes: ['address-lists'],
    onDone: close,
  });
  const errors = useFieldErrors(save.error, { name, purpose, source: { url, format, column } });
  return (
    <FormModal
      title={list === undefined ? 'Create an address list' : 'Change the address list'}
      action={list === undefined ? 'Create' : 'Save'}
      isRunning={save.isRunning}
      error={save.error}
      shownFields={['name', 'purpose', 'source.url', 'source.format', 'source.column']}
      submit={() => save.start()}
      close={close}
    >
      <FormField
        label="Name"
        description={
          list === undefined
            ? 'Rules write it as list:name. Characters of a-z, 0-9 and -.'
            : 'The name stays, because rules and the address book write it.'
        }
        errorText={errors.get('name')}
      >
        <Input value={name} disabled={list !== undefined} onChange={({ detail }) => setName(detail.value)} />
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
        description="Fetched each day. The list has its addresses. Another source replaces them."
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

/** To write the same source again would accept a source that became much shorter. */
const isSameSource = (a: List['source'], b: List['source']): boolean =>
  a?.url === b?.url && a?.format === b?.format && a?.column === b?.column;
