import Box from '@cloudscape-design/components/box';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { type components, dataOf } from '../../../sdk/index.ts';
import { counted } from '../../design/counted.ts';
import { FormModal } from '../../design/form-modal.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import { useAction } from '../../live/action.ts';
import { useChains } from '../../live/chains.ts';
import { useClient } from '../../session/session-context.ts';
import { blocksIn, type HeightRange, heightIn, MOST_BLOCKS, newestPart } from './height-ranges.ts';

type Backfill = components['schemas']['Backfill'];
type NewBackfill = components['schemas']['CreateBackfill'];

interface BackfillFormProps {
  readonly chain: Backfill['chain'];
  readonly walletId: string;
  /** The gap to fill, or undefined when the user names the range. */
  readonly gap: HeightRange | undefined;
  readonly close: () => void;
}

const NOT_A_HEIGHT = 'Write a block number.';

/** Starts a backfill of a range of blocks for the wallet. */
export function BackfillForm({ chain, walletId, gap, close }: BackfillFormProps) {
  const client = useClient();
  const { nameOf } = useChains();
  const part = gap && newestPart(gap);
  const [from, setFrom] = useState(part === undefined ? '' : String(part.from));
  const [to, setTo] = useState(part === undefined ? '' : String(part.to));
  const [evaluateRules, setEvaluateRules] = useState(false);
  const [wasTried, setTried] = useState(false);
  const start = useAction({
    run: async (body: NewBackfill) =>
      dataOf(await client.POST('/api/chains/{id}/backfill', { params: { path: { id: chain } }, body })),
    changes: ['backfills'],
    onDone: close,
  });
  const fromHeight = heightIn(from);
  const toHeight = heightIn(to);
  const submit = () => {
    setTried(true);
    if (fromHeight !== undefined && toHeight !== undefined) {
      start.start({ walletId, fromHeight, toHeight, evaluateRules });
    }
  };
  // Both ends make the range, and a message at one end may speak of the other.
  const errors = useFieldErrors(start.error, { fromHeight: [from, to], toHeight: [from, to] });
  const wrong = (height: number | undefined) => (wasTried && height === undefined ? NOT_A_HEIGHT : undefined);
  return (
    <FormModal
      title={`Backfill on ${nameOf(chain)}`}
      action="Start"
      isRunning={start.isRunning}
      error={start.error}
      shownFields={['fromHeight', 'toHeight']}
      submit={submit}
      close={close}
    >
      <Box>
        The service scans these blocks for transactions of the wallet, at most {MOST_BLOCKS.toLocaleString()} blocks at
        a time.
        {gap === undefined || blocksIn(gap) <= MOST_BLOCKS
          ? null
          : ` The gap has ${counted(blocksIn(gap), 'block')}; this begins with the newest.`}
      </Box>
      <FormField label="From block" errorText={wrong(fromHeight) ?? errors.get('fromHeight')}>
        <Input inputMode="numeric" value={from} autoFocus onChange={({ detail }) => setFrom(detail.value)} />
      </FormField>
      <FormField label="To block" errorText={wrong(toHeight) ?? errors.get('toHeight')}>
        <Input inputMode="numeric" value={to} onChange={({ detail }) => setTo(detail.value)} />
      </FormField>
      <Checkbox
        checked={evaluateRules}
        description="Then old transactions fire alerts, and your receivers get them."
        onChange={({ detail }) => setEvaluateRules(detail.checked)}
      >
        Run the alert rules over what is found
      </Checkbox>
    </FormModal>
  );
}
