import Alert from '@cloudscape-design/components/alert';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import type { Delivery } from '../../design/delivery-words.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { ReplayOutcome } from './replay-outcome.tsx';
import { refusalText } from './replay-refusals.ts';

/** The API replays at most so many at a time. */
const MOST = 100;

interface Refused {
  readonly delivery: Delivery;
  readonly reason: string;
}

/** Replays the selected deliveries: a button for the list, what became of them, and what the service refused. */
export function useReplaySelected(selected: readonly Delivery[], clear: () => void) {
  const client = useClient();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [sent, setSent] = useState<{ readonly id: string; readonly sent: number }>();
  const replay = useAction({
    run: async (deliveries: readonly Delivery[]) => {
      const body = { ids: deliveries.map(({ id }) => id) };
      return dataOf(await client.POST('/api/webhooks/deliveries/replay', { body }));
    },
    changes: ['deliveries', 'stats'],
    onDone: ({ replayId, accepted, failed }, deliveries) => {
      const reasons = new Map(failed.map((each) => [each.id, refusalText(each)]));
      setRefused(
        deliveries.flatMap((delivery) => {
          const reason = reasons.get(delivery.id);
          return reason === undefined ? [] : [{ delivery, reason }];
        }),
      );
      setSent(accepted.length === 0 ? undefined : { id: replayId, sent: accepted.length });
      clear();
    },
  });
  const button = (
    <ActionButton
      needs="write"
      loading={replay.isRunning}
      disabled={selected.length === 0 || selected.length > MOST}
      disabledReason={
        selected.length === 0 ? 'Select deliveries first.' : `At most ${MOST} at a time. “Replay all” takes more.`
      }
      onClick={() => replay.start(selected)}
    >
      Replay selected{selected.length === 0 ? '' : ` (${selected.length})`}
    </ActionButton>
  );
  const outcome = (
    <>
      <ProblemAlert error={replay.error} />
      {sent === undefined ? null : (
        <Alert type="info" dismissible dismissAriaLabel="Close the outcome" onDismiss={() => setSent(undefined)}>
          <ReplayOutcome key={sent.id} {...sent} />
        </Alert>
      )}
      {refused.length === 0 ? null : <Refusals refused={refused} close={() => setRefused([])} />}
    </>
  );
  return { button, outcome };
}

function Refusals({ refused, close }: { readonly refused: readonly Refused[]; readonly close: () => void }) {
  return (
    <Alert
      type="warning"
      dismissible
      dismissAriaLabel="Close"
      onDismiss={close}
      header={`${refused.length} ${refused.length === 1 ? 'delivery was' : 'deliveries were'} not replayed`}
    >
      <ul>
        {refused.map(({ delivery: { id, event, url, createdAt }, reason }) => (
          <li key={id}>
            <PageLink to={`/deliveries?open=${id}`}>
              {event} to <Foreign text={url} />, <Instant at={createdAt} />
            </PageLink>
            : {reason}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
