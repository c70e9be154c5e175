import { checkDone, dataOf } from '../../../sdk/index.ts';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import type { Destination } from './destination-input.ts';

const QUESTIONS = {
  off: {
    title: 'Turn this destination off?',
    action: 'Turn off',
    text: 'hears nothing while it is off. What happens meanwhile is not sent later.',
  },
  delete: {
    title: 'Delete this destination?',
    action: 'Delete',
    text: 'hears nothing any more, and its secret is lost. The list of deliveries keeps what was sent.',
  },
} as const;

interface DestinationConfirmProps {
  readonly step: keyof typeof QUESTIONS;
  readonly destination: Destination;
  readonly done: () => void;
  readonly close: () => void;
}

/** Asks before a destination is turned off or deleted; then does so. */
export function DestinationConfirm({ step, destination: { id, name }, done, close }: DestinationConfirmProps) {
  const client = useClient();
  const params = { path: { id } };
  const request = useAction({
    run: async () => {
      if (step === 'delete') checkDone(await client.DELETE('/api/destinations/{id}', { params }));
      else dataOf(await client.PATCH('/api/destinations/{id}', { params, body: { isActive: false } }));
    },
    changes: ['destinations'],
    onDone: done,
  });
  const { text, ...question } = QUESTIONS[step];
  return (
    <Confirm {...question} request={request} confirm={() => request.start()} close={close}>
      <div>
        “<Foreign text={name} />” {text}
      </div>
    </Confirm>
  );
}
