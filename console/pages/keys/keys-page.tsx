import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { checkDone, type components } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Age } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient, useRefusal, useSession } from '../../session/session-context.ts';
import { CreateKey } from './create-key.tsx';
import { type KeyStatus, keyStatus } from './key-status.ts';

type ApiKey = components['schemas']['ApiKey'];

/** The API keys of the organisation, which only a key of scope admin may read. */
export default function KeysPage() {
  const refusal = useRefusal('admin');
  if (refusal === undefined) return <KeyList />;
  return (
    <SpaceBetween size="m">
      <Header
        variant="h1"
        actions={
          <ActionButton needs="admin" variant="primary">
            Create a key
          </ActionButton>
        }
      >
        API keys
      </Header>
      <Alert type="info">{refusal}</Alert>
    </SpaceBetween>
  );
}

function KeyList() {
  const client = useClient();
  const { me } = useSession();
  const notify = useNotify();
  const { params, change } = useUrlState();
  const query = pageIn(params);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const list = useLiveList({
    key: ['keys', query],
    load: (signal) => client.GET('/api/keys', { params: { query }, signal }),
    isReading: isCreating || revoked !== undefined,
  });
  const revoke = useAction({
    run: async ({ id }: ApiKey) => checkDone(await client.DELETE('/api/keys/{id}', { params: { path: { id } } })),
    changes: ['keys'],
    onDone: (_, { name }) => {
      setRevoked(undefined);
      notify(
        'success',
        <>
          The key “<Foreign text={name} />” is revoked.
        </>,
      );
    },
  });
  return (
    <>
      <LiveTable
        title="API keys"
        itemName={({ name }) => foreignText(name, 40)}
        list={list}
        columns={columnsOf(me.key?.id, setRevoked)}
        params={params}
        change={change}
        actions={
          <ActionButton needs="admin" variant="primary" onClick={() => setCreating(true)}>
            Create a key
          </ActionButton>
        }
        empty="No keys."
      />
      {isCreating ? <CreateKey close={() => setCreating(false)} /> : null}
      {revoked === undefined ? null : (
        <Confirm
          title="Revoke this key?"
          action="Revoke"
          request={revoke}
          confirm={() => revoke.start(revoked)}
          close={() => {
            revoke.reset();
            setRevoked(undefined);
          }}
        >
          <Box>
            “<Foreign text={revoked.name} />” stops working within a minute. Nobody can bring it back.
          </Box>
        </Confirm>
      )}
    </>
  );
}

const STATUSES = {
  active: { type: 'success', text: 'Active' },
  expired: { type: 'stopped', text: 'Expired' },
  revoked: { type: 'stopped', text: 'Revoked' },
} as const satisfies Record<KeyStatus, unknown>;

function columnsOf(ownId: string | undefined, revoke: (key: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    { id: 'name', header: 'Name', minWidth: 120, cell: ({ name }) => <Foreign text={name} /> },
    {
      id: 'key',
      header: 'Key',
      minWidth: 140,
      cell: ({ prefix, lastFour }) => <span className="mono">{`${prefix}…${lastFour}`}</span>,
    },
    { id: 'scope', header: 'Scope', cell: ({ scope }) => scope },
    {
      id: 'status',
      header: 'Status',
      minWidth: 110,
      cell: (key) => {
        const { type, text } = STATUSES[keyStatus(key, new Date())];
        return <StatusIndicator type={type}>{text}</StatusIndicator>;
      },
    },
    {
      id: 'expiresAt',
      header: 'Expires',
      minWidth: 110,
      cell: ({ expiresAt }) => (expiresAt === null ? 'Never' : <Age at={expiresAt} />),
    },
    { id: 'lastUsedAt', header: 'Last used', minWidth: 105, cell: ({ lastUsedAt }) => <Age at={lastUsedAt} /> },
    { id: 'createdAt', header: 'Created', minWidth: 105, cell: ({ createdAt }) => <Age at={createdAt} /> },
    {
      id: 'revoke',
      header: 'Revoke',
      minWidth: 110,
      cell: (key) => (
        <ActionButton
          needs="admin"
          variant="inline-link"
          disabled={key.id === ownId || key.revokedAt !== null}
          disabledReason={key.id === ownId ? 'You are signed in with this key.' : 'The key is revoked.'}
          ariaLabel={`Revoke ${foreignText(key.name, 40)}`}
          onClick={() => revoke(key)}
        >
          Revoke
        </ActionButton>
      ),
    },
  ];
}
