import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FormEvent, useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { NextStep } from '../../design/next-step.tsx';
import { useNotify } from '../../design/notices.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useFieldErrors } from '../../design/use-field-errors.ts';
import type { EmailStatus } from '../../design/webhook-health.ts';
import { useAction } from '../../live/action.ts';
import { useClient } from '../../session/session-context.ts';
import { EmailRow } from './email-row.tsx';

/** The most addresses that the API takes. */
const MOST = 20;

interface EmailSettingsProps {
  /** The addresses of the settings. */
  readonly emails: readonly string[];
  /** Those of `emails`, and those of destinations. */
  readonly statuses: readonly EmailStatus[];
}

/** The addresses that rules with the channel e-mail write to, and which addresses are confirmed. */
export function EmailSettings({ emails, statuses }: EmailSettingsProps) {
  const client = useClient();
  const notify = useNotify();
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState<string>();
  const add = useAction({
    run: async (email: string) => dataOf(await client.PATCH('/api/settings', { body: { emails: [...emails, email] } })),
    changes: ['settings'],
    onDone: () => {
      setAdded('');
      notify(
        'success',
        <>
          The address is added. Its recipient has to confirm.
          <NextStep done="receiver" />
        </>,
      );
    },
  });
  const remove = useAction({
    run: async (email: string) => {
      const body = { emails: emails.filter((each) => each !== email) };
      return dataOf(await client.PATCH('/api/settings', { body }));
    },
    changes: ['settings'],
    onDone: () => {
      setRemoved(undefined);
      notify('success', 'The address is removed.');
    },
  });
  const path = `emails.${emails.length}`;
  const errors = useFieldErrors(add.error, { [path]: added });
  const errorText = errors.get(path) ?? errors.get('emails');
  const isFull = emails.length >= MOST;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isFull && !add.isRunning) add.start(added.trim());
  };
  return (
    <Container
      header={
        <Header
          variant="h2"
          counter={`(${statuses.length})`}
          description="Rules with the channel “email” write to these addresses, once their recipients have confirmed."
        >
          E-mail
        </Header>
      }
    >
      <SpaceBetween size="m">
        {statuses.length === 0 ? <Box color="text-status-inactive">No address. Add one below.</Box> : null}
        {statuses.map((email) => (
          <EmailRow
            key={email.address}
            email={email}
            remove={emails.includes(email.address) ? () => setRemoved(email.address) : undefined}
          />
        ))}
        <form onSubmit={submit} noValidate>
          <FormField
            label="New address"
            constraintText={`At most ${MOST}, without the addresses of destinations.`}
            errorText={errorText}
            secondaryControl={
              <ActionButton
                needs="admin"
                formAction="submit"
                loading={add.isRunning}
                disabled={isFull}
                disabledReason={`At most ${MOST} addresses. Remove one first.`}
              >
                Add
              </ActionButton>
            }
          >
            <Input
              type="email"
              inputMode="email"
              value={added}
              placeholder="team@example.com"
              disabled={isFull}
              onChange={({ detail }) => setAdded(detail.value)}
            />
          </FormField>
        </form>
        <ProblemAlert error={add.error} shownFields={[path, 'emails']} />
      </SpaceBetween>
      {removed === undefined ? null : (
        <Confirm
          title="Remove this address?"
          action="Remove"
          request={remove}
          confirm={() => remove.start(removed)}
          close={() => {
            remove.reset();
            setRemoved(undefined);
          }}
        >
          <Box>
            <Foreign text={removed} most={254} /> gets no alerts any more.
          </Box>
        </Confirm>
      )}
    </Container>
  );
}
