import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { checkDone, type components } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient, useSession } from '../../session/session-context.ts';
import { CreateKey } from './create-key.tsx';

type ApiKey = components['schemas']['ApiKey'];

/** The API keys of the organisation. */
export default function KeysPage() {
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
  const columns: readonly Column<ApiKey>[] = [
    { id: 'name', header: 'Name', cell: ({ name }) => <Foreign text={name} /> },
    {
      id: 'key',
      header: 'Key',
      cell: ({ prefix, lastFour }) => <span className="mono">{`${prefix}…${lastFour}`}</span>,
    },
    { id: 'scope', header: 'Scope', cell: ({ scope }) => scope },
    { id: 'expiresAt', header: 'Expires', cell: ({ expiresAt }) => <Instant at={expiresAt} /> },
    { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      id: 'revoke',
      header: 'Revoke',
      cell: (key) => (
        <ActionButton
          needs="admin"
          variant="inline-link"
          disabled={key.id === me.key.id}
          disabledReason="You are signed in with this key."
          ariaLabel={`Revoke ${key.name}`}
          onClick={() => setRevoked(key)}
        >
          Revoke
        </ActionButton>
      ),
    },
  ];
  return (
    <>
      <LiveTable
        title="API keys"
        itemName={({ name }) => name}
        list={list}
        columns={columns}
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
          isRunning={revoke.isRunning}
          error={revoke.error}
          confirm={() => revoke.start(revoked)}
          close={() => {
            revoke.reset();
            setRevoked(undefined);
          }}
        >
          <SpaceBetween size="xs">
            <Box>
              “<Foreign text={revoked.name} />” stops working at once. Nobody can bring it back.
            </Box>
          </SpaceBetween>
        </Confirm>
      )}
    </>
  );
}
