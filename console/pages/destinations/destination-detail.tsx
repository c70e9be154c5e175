import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { channelText } from '../../design/delivery-words.ts';
import { DestinationState } from '../../design/destination-state.tsx';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { ResendConfirmation } from '../../design/email-state.tsx';
import { labelOf } from '../../design/field-label.ts';
import { Foreign } from '../../design/foreign.tsx';
import { Heard } from '../../design/heard.tsx';
import { HistoryLink } from '../../design/history-link.tsx';
import { AgeAndInstant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { PingResult } from '../../design/ping-result.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { silentEmail } from '../../design/webhook-health.ts';
import { useAction } from '../../live/action.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useMailSettings } from '../../live/mail-settings.ts';
import { useClient } from '../../session/session-context.ts';
import { type Destination, eventsOf } from './destination-input.ts';
import { LastDelivery } from './last-delivery.tsx';

/** What the page asks about before it happens. */
export type DestinationStep = 'edit' | 'off' | 'delete';

interface DestinationDetailProps {
  readonly id: string;
  readonly begin: (step: DestinationStep, destination: Destination) => void;
  readonly close: () => void;
}

/** A destination with its state and its actions. */
export function DestinationDetail({ id, begin, close }: DestinationDetailProps) {
  const client = useClient();
  const { item, error, retry } = useLiveItem({
    key: ['destinations', 'one', id],
    load: (signal) => client.GET('/api/destinations/{id}', { params: { path: { id } }, signal }),
  });
  const title = item === undefined ? 'Destination' : <Foreign text={item.name} />;
  return (
    <DetailPanel of={id} title={title} label="Destination" error={error} retry={retry} close={close}>
      {item === undefined ? undefined : (
        <SpaceBetween size="m">
          <DestinationActions key={id} destination={item} begin={begin} />
          <DestinationFacts destination={item} />
        </SpaceBetween>
      )}
    </DetailPanel>
  );
}

interface DestinationActionsProps {
  readonly destination: Destination;
  readonly begin: DestinationDetailProps['begin'];
}

/** What the user can do with the destination, and what becomes of a test. */
function DestinationActions({ destination, begin }: DestinationActionsProps) {
  const client = useClient();
  const params = { path: { id: destination.id } };
  const silent = silentEmail(destination, useMailSettings());
  const [testId, setTestId] = useState<string>();
  const test = useAction({
    run: async () => dataOf(await client.POST('/api/destinations/{id}/test', { params, body: {} })),
    changes: ['destinations', 'deliveries'],
    onDone: (delivery) => setTestId(delivery.id),
  });
  const turnOn = useAction({
    run: async () => dataOf(await client.PATCH('/api/destinations/{id}', { params, body: { isActive: true } })),
    changes: ['destinations'],
  });
  return (
    <SpaceBetween size="m">
      <SpaceBetween direction="horizontal" size="xs">
        <ActionButton
          needs="admin"
          variant="primary"
          loading={test.isRunning}
          disabled={!destination.isActive}
          disabledReason="Turn the destination on first."
          onClick={() => test.start()}
        >
          Send a test
        </ActionButton>
        <ActionButton needs="admin" onClick={() => begin('edit', destination)}>
          Edit
        </ActionButton>
        {destination.isActive ? (
          <ActionButton needs="admin" onClick={() => begin('off', destination)}>
            Turn off
          </ActionButton>
        ) : (
          <ActionButton needs="admin" loading={turnOn.isRunning} onClick={() => turnOn.start()}>
            Turn on
          </ActionButton>
        )}
        <ActionButton needs="admin" onClick={() => begin('delete', destination)}>
          Delete
        </ActionButton>
      </SpaceBetween>
      {silent === undefined ? null : <ResendConfirmation {...silent} />}
      <ProblemAlert error={test.error ?? turnOn.error} />
      {testId === undefined ? null : <PingResult key={testId} deliveryId={testId} what="test" />}
    </SpaceBetween>
  );
}

function DestinationFacts({ destination }: { readonly destination: Destination }) {
  const { id, kind, config, match, createdAt, updatedAt } = destination;
  const deliveries = `/deliveries?destinationId=${id}`;
  return (
    <KeyValuePairs
      columns={2}
      items={[
        { label: 'Hears', value: <Heard match={match} events={eventsOf(destination)} /> },
        { label: 'State', value: <DestinationState {...destination} /> },
        { label: 'Kind', value: channelText(kind) },
        ...Object.entries(config).map(([field, value]) => ({
          label: labelOf(field),
          value: <Foreign text={value} most={254} />,
        })),
        { label: 'Last delivery', value: <LastDelivery destinationId={id} /> },
        {
          label: 'Deliveries',
          value: (
            <SpaceBetween size="xxs">
              <PageLink to={deliveries}>Show all of them</PageLink>
              <PageLink to={`${deliveries}&status=failed`}>Show those that failed</PageLink>
            </SpaceBetween>
          ),
        },
        { label: 'Created', value: <AgeAndInstant at={createdAt} /> },
        { label: 'Changed', value: <AgeAndInstant at={updatedAt} /> },
        { label: 'History', value: <HistoryLink of="destination" id={id} /> },
      ]}
    />
  );
}
