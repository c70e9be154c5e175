import Alert from '@cloudscape-design/components/alert';
import Checkbox from '@cloudscape-design/components/checkbox';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useAction } from '../live/action.ts';
import { ActionButton } from './action-button.tsx';
import { Foreign } from './foreign.tsx';
import { FormModal } from './form-modal.tsx';
import { Instant } from './instant.tsx';
import { InstantInput } from './instant-input.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { useFieldErrors } from './use-field-errors.ts';

interface Muted {
  readonly mutedUntil: string | null;
  readonly muteReason: string | null;
  readonly muteCritical: boolean;
}

type MuteChange = { mutedUntil: string; muteReason: string; muteCritical: boolean } | { mutedUntil: null };

interface MuteProps {
  readonly what: 'rule' | 'wallet';
  readonly muted: Muted;
  /** Whether all alerts of the rule are critical, so that a mute without the tick has no effect. */
  readonly isCritical?: boolean;
  /** Sends the change. */
  readonly run: (change: MuteChange) => Promise<unknown>;
}

const TWO_HOURS_MS = 7_200_000;

/** Says until when a rule or a wallet is muted, and mutes it or ends the mute. */
export function Mute({ what, muted, isCritical = false, run }: MuteProps) {
  const [isAsking, setAsking] = useState(false);
  const action = useAction({ run, changes: [`${what}s`], onDone: () => setAsking(false) });
  const { mutedUntil, muteReason, muteCritical } = muted;
  if (mutedUntil === null) {
    return (
      <>
        <ActionButton needs="write" onClick={() => setAsking(true)}>
          Mute the {what}…
        </ActionButton>
        {isAsking ? (
          <MuteForm what={what} isCritical={isCritical} action={action} close={() => setAsking(false)} />
        ) : null}
      </>
    );
  }
  return (
    <Alert
      type="info"
      header={`The ${what} is muted`}
      action={
        <ActionButton needs="write" loading={action.isRunning} onClick={() => action.start({ mutedUntil: null })}>
          End the mute
        </ActionButton>
      }
    >
      Until <Instant at={mutedUntil} />: <Foreign text={muteReason ?? ''} most={256} />.{' '}
      {muteCritical
        ? 'Critical alerts and changes of authority are muted, too.'
        : 'Critical alerts and changes of authority still fire.'}
      <ProblemAlert error={action.error} />
    </Alert>
  );
}

interface MuteFormProps {
  readonly what: 'rule' | 'wallet';
  readonly isCritical: boolean;
  readonly action: ReturnType<typeof useAction<MuteChange, unknown>>;
  readonly close: () => void;
}

function MuteForm({ what, isCritical, action, close }: MuteFormProps) {
  const [until, setUntil] = useState(() => new Date(Date.now() + TWO_HOURS_MS).toISOString());
  const [reason, setReason] = useState('');
  const [critical, setCritical] = useState(false);
  const errors = useFieldErrors(action.error, { mutedUntil: until, muteReason: reason });
  return (
    <FormModal
      title={`Mute the ${what}`}
      action="Mute"
      isRunning={action.isRunning}
      error={action.error}
      shownFields={['mutedUntil', 'muteReason']}
      submit={() => action.start({ mutedUntil: until, muteReason: reason, muteCritical: critical })}
      close={close}
    >
      No alerts until the end. Then the people who would have heard get one message: how many alerts they missed, and
      the largest.
      <FormField label="Until" description="At most 30 days ahead" errorText={errors.get('mutedUntil')}>
        <InstantInput value={until} change={setUntil} />
      </FormField>
      <FormField label="Reason" errorText={errors.get('muteReason')}>
        <Input value={reason} onChange={({ detail }) => setReason(detail.value)} />
      </FormField>
      <Checkbox
        checked={critical}
        onChange={({ detail }) => setCritical(detail.checked)}
        description={isCritical ? 'Without the tick, the alerts of this rule still fire.' : undefined}
      >
        Also mute critical alerts and changes of authority
      </Checkbox>
    </FormModal>
  );
}
