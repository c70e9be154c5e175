import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { Foreign } from './foreign.tsx';
import { BY_USERS } from './webhook-health.ts';

type State = Pick<components['schemas']['Destination'], 'isActive' | 'disabledReason'>;

/** Whether a destination is on, and otherwise why not. */
export function DestinationState({ isActive, disabledReason }: State) {
  if (isActive) return <StatusIndicator type="success">On</StatusIndicator>;
  return (
    <>
      <StatusIndicator type={disabledReason === BY_USERS ? 'stopped' : 'error'}>Off</StatusIndicator>
      {disabledReason === null ? null : (
        <div>
          <Foreign text={disabledReason} most={200} />
        </div>
      )}
    </>
  );
}
