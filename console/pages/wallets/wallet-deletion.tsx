import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { checkDone, type components } from '../../../sdk/index.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

type Wallet = components['schemas']['Wallet'];

interface DeleteWalletProps {
  readonly wallet: Wallet;
  readonly close: () => void;
  readonly done: () => void;
}

/** Asks before a wallet is deleted, and says what stays. */
export function DeleteWallet({ wallet: { id, label }, close, done }: DeleteWalletProps) {
  const client = useClient();
  const notify = useNotify();
  const remove = useAction({
    run: async () => checkDone(await client.DELETE('/api/wallets/{id}', { params: { path: { id } } })),
    changes: ['wallets'],
    onDone: () => {
      done();
      notify(
        'success',
        <>
          The wallet “<Foreign text={label} />” is deleted.
        </>,
      );
    },
  });
  return (
    <Confirm title="Delete this wallet?" action="Delete" request={remove} confirm={() => remove.start()} close={close}>
      <SpaceBetween size="xs">
        <Box>
          The service stops watching “<Foreign text={label} />
          ”: it records no new transactions of the wallet, and its rules fire no more alerts for it.
        </Box>
        <Box>
          The recorded transactions and alerts stay, with the label. You can add the address again, but the service does
          not see what happens in between; a backfill can find that later.
        </Box>
      </SpaceBetween>
    </Confirm>
  );
}
