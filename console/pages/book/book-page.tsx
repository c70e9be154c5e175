import Box from '@cloudscape-design/components/box';
import { useState } from 'react';
import { checkDone, type components } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Filter, FilterBar } from '../../design/filter-bar.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Hash } from '../../design/hash.tsx';
import { Age } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { fieldErrors } from '../../design/problem-advice.ts';
import { useAction } from '../../live/action.ts';
import { listQuery } from '../../live/list-query.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { EntryForm } from './entry-form.tsx';

type Entry = components['schemas']['AddressBookEntry'];

const FILTERS: readonly Filter[] = [
  { name: 'q', label: 'Search', type: 'search', placeholder: 'Label or address' },
  { name: 'list', label: 'Address list' },
];

/** The addresses of others, with their labels. */
export default function BookPage() {
  const client = useClient();
  const { params, change } = useUrlState();
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Entry>();
  const [deleted, setDeleted] = useState<Entry>();
  const names = FILTERS.map(({ name }) => name);
  const query = listQuery(names, params, pageIn(params));
  const list = useLiveList({
    key: ['address-book', query],
    // The address has the names of the API, and the API judges the values.
    load: (signal) => client.GET('/api/address-book', { querySerializer: () => query, signal }),
    isReading: isAdding || edited !== undefined || deleted !== undefined,
  });
  const remove = useAction({
    run: async ({ id }: Entry) =>
      checkDone(await client.DELETE('/api/address-book/{id}', { params: { path: { id } } })),
    changes: ['address-book', 'address-lists'],
    onDone: () => setDeleted(undefined),
  });
  return (
    <>
      <LiveTable
        title="Address book"
        itemName={({ label }) => foreignText(label, 40)}
        list={list}
        columns={columnsOf(setEdited, setDeleted)}
        params={params}
        change={change}
        filters={<FilterBar filters={FILTERS} params={params} change={change} errors={fieldErrors(list.error)} />}
        actions={
          <ActionButton needs="write" variant="primary" onClick={() => setAdding(true)}>
            Add an address
          </ActionButton>
        }
        empty={
          names.some((name) => params[name] !== undefined)
            ? 'No address matches. Clear a filter.'
            : 'No addresses yet. Transactions show the labels of the addresses that you add.'
        }
      />
      {isAdding ? <EntryForm close={() => setAdding(false)} /> : null}
      {edited === undefined ? null : <EntryForm entry={edited} close={() => setEdited(undefined)} />}
      {deleted === undefined ? null : (
        <Confirm
          title="Delete this address?"
          action="Delete"
          request={remove}
          confirm={() => remove.start(deleted)}
          close={() => {
            remove.reset();
            setDeleted(undefined);
          }}
        >
          <Box>
            Transactions no longer show the label “<Foreign text={deleted.label} />
            ”.
          </Box>
        </Confirm>
      )}
    </>
  );
}

const columnsOf = (edit: (entry: Entry) => void, remove: (entry: Entry) => void): readonly Column<Entry>[] => [
  { id: 'label', header: 'Label', minWidth: 130, cell: ({ label }) => <Foreign text={label} /> },
  { id: 'address', header: 'Address', cell: ({ address }) => <Hash text={address} /> },
  { id: 'lists', header: 'Lists', minWidth: 110, cell: ({ lists }) => (lists.length === 0 ? '–' : lists.join(', ')) },
  { id: 'note', header: 'Note', minWidth: 130, isOptional: true, cell: ({ note }) => <Foreign text={note} /> },
  { id: 'createdAt', header: 'Added', minWidth: 130, cell: ({ createdAt }) => <Age at={createdAt} /> },
  {
    id: 'change',
    header: 'Change',
    minWidth: 130,
    cell: (entry) => (
      <>
        <ActionButton
          needs="write"
          variant="inline-link"
          ariaLabel={`Edit ${foreignText(entry.label, 40)}`}
          onClick={() => edit(entry)}
        >
          Edit
        </ActionButton>{' '}
        <ActionButton
          needs="write"
          variant="inline-link"
          ariaLabel={`Delete ${foreignText(entry.label, 40)}`}
          onClick={() => remove(entry)}
        >
          Delete
        </ActionButton>
      </>
    ),
  },
];
