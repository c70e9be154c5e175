import Box from '@cloudscape-design/components/box';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';
import { type components, messageText } from '../../../sdk/index.ts';
import { Attempts } from '../../design/attempts.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { CopyText } from '../../design/hash.tsx';
import { prettyJson } from '../../design/pretty-json.ts';
import { curlText } from './curl-text.ts';
import { ToldBy } from './told-by.tsx';

type Delivery = components['schemas']['DeliveryDetail'];

/** What the service sent, and what the receiver answered. */
export function DeliveryExchange({ delivery }: { readonly delivery: Delivery }) {
  const teller = tellerOf(delivery);
  const response = teller === null ? <Attempts attempts={delivery.attempts} /> : <ToldBy summaryId={teller} />;
  return (
    <Tabs
      ariaLabel="Request and response"
      tabs={[
        { id: 'response', label: 'Response', content: response },
        { id: 'request', label: 'Request', content: <Request delivery={delivery} /> },
      ]}
    />
  );
}

/** The message that tells the recipient in place of the delivery, which has no attempt until somebody replays it. */
const tellerOf = ({ status, summaryId, attempts }: Delivery): string | null =>
  status === 'summarised' && attempts.length === 0 ? summaryId : null;

/** The URL of these channels is no secret. */
const HAS_URL: readonly string[] = ['webhook', 'custom'];

/** What a person reads, and below it the whole body, where these are not the same. */
function Message({ delivery }: { readonly delivery: Delivery }) {
  const text = messageText(delivery);
  const body = prettyJson(delivery.request.body);
  const code = (
    <Box variant="code" display="block">
      <Foreign text={body} most={20_000} lines />
    </Box>
  );
  if (text === body) return code;
  return (
    <SpaceBetween size="s">
      <Foreign text={text} most={20_000} lines />
      {delivery.channel === 'email' ? null : <ExpandableSection headerText="Body as JSON">{code}</ExpandableSection>}
    </SpaceBetween>
  );
}

function Request({ delivery }: { readonly delivery: Delivery }) {
  const { id, url, channel, request, attempts } = delivery;
  const { headers, body } = request;
  const names = Object.keys(headers);
  return (
    <SpaceBetween size="m">
      {names.length === 0 ? (
        <Box color="text-status-inactive">
          {channel === 'email'
            ? 'The text of the e-mail:'
            : attempts.length === 0
              ? tellerOf(delivery) === null
                ? 'Nothing was sent yet.'
                : 'Nothing was sent: the alert is part of another message.'
              : 'The headers of this request were not kept.'}
        </Box>
      ) : (
        <KeyValuePairs
          columns={1}
          items={Object.entries(headers).map(([label, value]) => ({
            label,
            value: (
              <span className="mono">
                <Foreign text={value} most={4096} />
              </span>
            ),
          }))}
        />
      )}
      <Message delivery={delivery} />
      <SpaceBetween direction="horizontal" size="xs">
        <CopyText text={body} label="Copy the body" />
        {names.length > 0 && HAS_URL.includes(channel) ? (
          <CopyText text={curlText({ id, url, ...request })} label="Copy as curl" />
        ) : null}
      </SpaceBetween>
    </SpaceBetween>
  );
}
