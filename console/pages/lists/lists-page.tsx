import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { checkDone, type components, dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Age } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { AcceptSmallerList, refusedBy } from './accept-smaller-list.tsx';
import { ListForm } from './list-form.tsx';

type List = components['schemas']['AddressList'];

/** The address lists of the organisation, with what their last runs did. */
export default function ListsPage() {
  const client = useClient();
  const notify = useNotify();
  const { params, change } = useUrlState();
  const query = pageIn(params);
  const [isCreating, setCreating] = useState(false);
  const [edited, setEdited] = useState<List>();
  const [accepted, setAccepted] = useState<List>();
  const [deleted, setDeleted] = useState<List>();
  const list = useLiveList({
    key: ['address-lists', query],
    load: (signal) => client.GET('/api/address-lists', { params: { query }, signal }),
    isReading: isCreating || [edited, accepted, deleted].some((each) => each !== undefined),
  });
  const remove = useAction({
    run: async ({ id }: List) =>
      checkDone(await client.DELETE('/api/address-lists/{id}', { params: { path: { id } } })),
    changes: ['address-lists'],
    onDone: () => setDeleted(undefined),
  });
  const refresh = useAction({
    run: async ({ id }: List) =>
      dataOf(await client.POST('/api/address-lists/{id}/refresh', { params: { path: { id } }, body: {} })),
    changes: ['address-lists'],
    onDone: ({ name }) => notify('success', `The source of the list ${name} is being fetched.`),
  });
  return (
    <>
      <LiveTable
        title="Address lists"
        itemName={({ name }) => name}
        list={list}
        columns={columnsOf({ accept: setAccepted, refresh: refresh.start, edit: setEdited, remove: setDeleted })}
        params={params}
        change={change}
        actions={
          <ActionButton needs="write" variant="primary" onClick={() => setCreating(true)}>
            Create a list
          </ActionButton>
        }
        empty="No lists yet. Rules compare addresses with lists, such as list:sanctioned."
      />
      {isCreating ? <ListForm close={() => setCreating(false)} /> : null}
      {edited === undefined ? null : <ListForm list={edited} close={() => setEdited(undefined)} />}
      {accepted === undefined ? null : <AcceptSmallerList list={accepted} close={() => setAccepted(undefined)} />}
      {deleted === undefined ? null : (
        <Confirm
          title="Delete this list?"
          action="Delete"
          request={remove}
          confirm={() => remove.start(deleted)}
          close={() => {
            remove.reset();
            setDeleted(undefined);
          }}
        >
          <Box>The list {deleted.name} and the addresses of its source are removed.</Box>
        </Confirm>
      )}
    </>
  );
}

/** What the last run did, or why the list stayed as it was. */
function LastRun({ source, lastRun }: List) {
  if (source === null) return <>No source</>;
  if (lastRun === null) return <StatusIndicator type="pending">Not fetched yet</StatusIndicator>;
  if (lastRun.error !== null) {
    return (
      <StatusIndicator type="warning">
        <Foreign text={lastRun.error} most={400} />
      </StatusIndicator>
    );
  }
  return (
    <StatusIndicator type="success">
      {`${lastRun.added.toLocaleString('en')} added, ${lastRun.removed.toLocaleString('en')} removed`}
    </StatusIndicator>
  );
}

type Act = (list: List) => void;
interface Acts {
  readonly accept: Act;
  readonly refresh: Act;
  readonly edit: Act;
  readonly remove: Act;
}

const columnsOf = ({ accept, refresh, edit, remove }: Acts): readonly Column<List>[] => [
  { id: 'name', header: 'Name', minWidth: 130, cell: ({ name }) => <Foreign text={name} /> },
  { id: 'purpose', header: 'Purpose', cell: ({ purpose }) => purpose },
  { id: 'size', header: 'Addresses', cell: ({ size }) => size.toLocaleString('en') },
  { id: 'lastRun', header: 'Last run', minWidth: 200, cell: (list) => <LastRun {...list} /> },
  { id: 'at', header: 'Fetched', minWidth: 130, cell: ({ lastRun }) => <Age at={lastRun?.at ?? null} /> },
  {
    id: 'source',
    header: 'Source',
    minWidth: 200,
    isOptional: true,
    cell: ({ source }) => (source === null ? '–' : <Foreign text={source.url} most={200} />),
  },
  {
    id: 'change',
    header: 'Change',
    minWidth: 150,
    cell: (list) => (
      <>
        {refusedBy(list) === null ? null : (
          <>
            <ActionButton
              needs="write"
              variant="inline-link"
              ariaLabel={`Accept the smaller list ${list.name}`}
              onClick={() => accept(list)}
            >
              Accept the smaller list
            </ActionButton>{' '}
          </>
        )}
        <ActionButton needs="write" variant="inline-link" ariaLabel={`Edit ${list.name}`} onClick={() => edit(list)}>
          Edit
        </ActionButton>{' '}
        <ActionButton
          needs="write"
          variant="inline-link"
          disabled={list.source === null}
          disabledReason="The list has no source."
          ariaLabel={`Refresh ${list.name}`}
          onClick={() => refresh(list)}
        >
          Refresh
        </ActionButton>{' '}
        <ActionButton
          needs="write"
          variant="inline-link"
          ariaLabel={`Delete ${list.name}`}
          onClick={() => remove(list)}
        >
          Delete
        </ActionButton>
      </>
    ),
  },
];
