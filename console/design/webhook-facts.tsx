import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { components } from '../../sdk/index.ts';
import { Foreign } from './foreign.tsx';
import { Heard } from './heard.tsx';
import { HistoryLink } from './history-link.tsx';
import { Age, AgeAndInstant } from './instant.tsx';
import { PageLink } from './page-link.tsx';
import { healthOf, offAt } from './webhook-health.ts';

type Webhook = components['schemas']['Webhook'];

export function WebhookHealth({ webhook }: { readonly webhook: Webhook }) {
  const { type, text, explanation } = healthOf(webhook);
  const off = offAt(webhook);
  return (
    <>
      <StatusIndicator type={type}>{text}</StatusIndicator>
      {explanation === null ? null : (
        <div>
          <Foreign text={explanation} most={200} />
        </div>
      )}
      {off === null ? null : (
        <div>
          {Date.parse(off) < Date.now() ? (
            'The next failure turns it off'
          ) : (
            <>
              Turned off <Age at={off} /> if this goes on
            </>
          )}
        </div>
      )}
    </>
  );
}

/** Everything that is known of a subscription. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, events, description, payload, match, lastError } = webhook;
  const headers = Object.entries(webhook.headers);
  return (
    <SpaceBetween size="m">
      <KeyValuePairs columns={1} items={[{ label: 'URL', value: <Foreign text={url} most={2048} /> }]} />
      <KeyValuePairs
        columns={2}
        items={[
          { label: 'Description', value: description === '' ? '–' : <Foreign text={description} most={256} /> },
          { label: 'Health', value: <WebhookHealth webhook={webhook} /> },
          { label: 'Last success', value: <AgeAndInstant at={webhook.lastSuccessAt} /> },
          { label: 'Last failure', value: <AgeAndInstant at={webhook.lastFailureAt} /> },
          { label: 'Last error', value: lastError === null ? '–' : <Foreign text={lastError} most={400} lines /> },
          { label: 'Events', value: events.join(', ') },
          { label: 'Hears', value: <Heard match={match} events={events} /> },
          {
            label: 'Headers',
            value:
              headers.length === 0
                ? '–'
                : headers.map(([name, value]) => (
                    <div key={name}>
                      <Foreign text={`${name}: ${value}`} most={120} />
                    </div>
                  )),
          },
          { label: 'Payload', value: payload },
          { label: 'Created', value: <AgeAndInstant at={webhook.createdAt} /> },
          { label: 'Deliveries', value: <PageLink to={`/deliveries?webhookId=${id}`}>Show its deliveries</PageLink> },
          { label: 'History', value: <HistoryLink of="webhook" id={id} /> },
        ]}
      />
    </SpaceBetween>
  );
}
