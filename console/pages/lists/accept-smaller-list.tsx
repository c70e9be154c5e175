import Box from '@cloudscape-design/components/box';
import { checkDone, type components } from '../../../sdk/index.ts';
import { Confirm } from '../../design/confirm.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';

type List = components['schemas']['AddressList'];

/** What accepting the source would change; null when the last run refused no shorter source. */
export const refusedBy = ({ lastRun }: List) => lastRun?.refused ?? null;

/** Asks before a list loses the addresses that its source lost. */
export function AcceptSmallerList({ list, close }: { readonly list: List; readonly close: () => void }) {
  const client = useClient();
  const notify = useNotify();
  const { name, source, size } = list;
  const { added, removed } = refusedBy(list) ?? { added: 0, removed: 0 };
  const accept = useAction({
    // To write the same source again accepts what it has.
    run: async () =>
      checkDone(await client.PATCH('/api/address-lists/{id}', { params: { path: { id: list.id } }, body: { source } })),
    changes: ['address-lists'],
    onDone: () => {
      notify('success', `The source of the list ${name} is being fetched and accepted.`);
      close();
    },
  });
  const counted = (n: number) => n.toLocaleString('en');
  return (
    <Confirm
      title="Accept the smaller list?"
      action="Accept the smaller list"
      request={accept}
      confirm={() => accept.start()}
      close={close}
    >
      <Box>
        {`Of the ${counted(size)} addresses of the list ${name}, ${counted(removed)} go and ${counted(added)} come. `}
        Chainwatch fetches the source once more and applies what it has then, unless it became much shorter again. Rules
        compare with the smaller list.
      </Box>
    </Confirm>
  );
}
