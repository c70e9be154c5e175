import Box from '@cloudscape-design/components/box';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { dataOf } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { DeliveryState } from '../../design/delivery-status.tsx';
import { channelText, type Delivery, failureSentence, isFinished } from '../../design/delivery-words.ts';
import { DestinationName } from '../../design/destination-name.tsx';
import { DetailPanel } from '../../design/detail-panel.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Copy } from '../../design/hash.tsx';
import { AgeAndInstant } from '../../design/instant.tsx';
import { NextAttempt, NextAttemptSentence } from '../../design/next-attempt.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useAction } from '../../live/action.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useRules } from '../../live/rules.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import { DeliveryExchange } from './delivery-exchange.tsx';
import { DeliveryOutcome } from './delivery-outcome.tsx';
import { DeliveryTitle } from './delivery-title.tsx';

interface DeliveryDetailProps {
  readonly id: string;
  readonly close: () => void;
}

/** A delivery with every attempt. It changes while the service tries. */
export function DeliveryDetail({ id, close }: DeliveryDetailProps) {
  const client = useClient();
  const params = { path: { id } };
  const { item, error, retry } = useLiveItem({
    key: ['deliveries', 'one', id],
    load: (signal) => client.GET('/api/webhooks/deliveries/{id}', { params, signal }),
  });
  return (
    <DetailPanel
      of={id}
      title={<DeliveryTitle delivery={item} />}
      label="Delivery"
      error={error}
      retry={retry}
      close={close}
    >
      {item === undefined ? undefined : (
        <SpaceBetween size="m">
          {item.alertSummary === null ? null : <Foreign text={item.alertSummary} most={400} />}
          <DeliveryOutcome delivery={item} />
          <Replay key={id} delivery={item} />
          <KeyValuePairs
            columns={2}
            items={[
              { label: 'Status', value: <DeliveryState status={item.status} /> },
              { label: 'Next attempt', value: <NextAttempt at={item.nextAttemptAt} /> },
            ]}
          />
          <DeliveryExchange delivery={item} />
          <DeliveryFacts delivery={item} />
        </SpaceBetween>
      )}
    </DetailPanel>
  );
}

/** Sends the delivery once more. */
function Replay({ delivery }: { readonly delivery: Delivery }) {
  const client = useClient();
  const params = { path: { id: delivery.id } };
  const replay = useAction({
    run: async () => dataOf(await client.POST('/api/webhooks/deliveries/{id}/replay', { params, body: {} })),
    changes: ['deliveries', 'stats'],
  });
  return (
    <SpaceBetween size="s">
      <ActionButton
        needs="write"
        variant="primary"
        loading={replay.isRunning}
        disabled={!isFinished(delivery)}
        disabledReason="The delivery is not finished: its next attempt comes by itself."
        onClick={() => replay.start()}
      >
        Replay
      </ActionButton>
      {isFinished(delivery) ? null : (
        <Box color="text-body-secondary">
          It can be replayed when it is finished.{' '}
          {failureSentence(delivery) === undefined ? <NextAttemptSentence at={delivery.nextAttemptAt} /> : null}
        </Box>
      )}
      <ProblemAlert error={replay.error} />
    </SpaceBetween>
  );
}

function DeliveryFacts({ delivery }: { readonly delivery: Delivery }) {
  const { nameOf } = useWebhooks();
  const rules = useRules();
  const { id, event, channel, url, webhookId, destinationId, ruleId, eventId, summaryId } = delivery;
  const name = webhookId === null ? undefined : nameOf(webhookId);
  const ruleName = ruleId === null ? undefined : rules.nameOf(ruleId);
  const rule = ruleName === undefined ? 'Show the rule' : <Foreign text={ruleName} />;
  return (
    <KeyValuePairs
      columns={2}
      items={[
        { label: 'Event', value: event },
        {
          label: 'Alert',
          value: eventId === null ? '–' : <PageLink to={`/alerts?open=${eventId}`}>Show the alert</PageLink>,
        },
        {
          label: 'Rule',
          value: ruleId === null ? '–' : <PageLink to={`/rules?open=${ruleId}`}>{rule}</PageLink>,
        },
        ...(summaryId === null
          ? []
          : [
              {
                label: 'Told by another message',
                value: <PageLink to={`/deliveries?open=${summaryId}`}>Show this message</PageLink>,
              },
            ]),
        { label: 'Channel', value: channelText(channel) },
        {
          label: 'Destination',
          value:
            destinationId === null ? (
              <Foreign text={url} most={2048} />
            ) : (
              <PageLink to={`/destinations?open=${destinationId}`}>
                <DestinationName {...delivery} />
              </PageLink>
            ),
        },
        {
          label: 'Webhook',
          value:
            webhookId === null ? (
              '–'
            ) : (
              <PageLink to={`/webhooks?open=${webhookId}`}>
                {name === undefined ? 'Show the webhook' : <Foreign text={name} />}
              </PageLink>
            ),
        },
        { label: 'Created', value: <AgeAndInstant at={delivery.createdAt} /> },
        { label: 'Delivered', value: <AgeAndInstant at={delivery.deliveredAt} /> },
        {
          label: 'Delivery id',
          value: (
            <>
              <span className="mono">{id}</span> <Copy text={id} what="delivery id" />
            </>
          ),
        },
      ]}
    />
  );
}
