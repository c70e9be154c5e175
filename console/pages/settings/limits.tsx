import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { components } from '../../../sdk/index.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient, useSession } from '../../session/session-context.ts';

type Limit = components['schemas']['Limit'];

const number = (value: number): string => value.toLocaleString('en');

/** `12 of 10,000`, or the limit alone where nobody counts. */
const shown = ({ limit, used }: Limit): string =>
  used === null ? number(limit) : `${number(used)} of ${number(limit)}`;

/** What the organisation may have at most, and what it has. */
export function Limits() {
  const client = useClient();
  const { me } = useSession();
  const { item, error, retry } = useLiveItem({ key: ['me'], load: (signal) => client.GET('/api/me', { signal }) });
  const { limits } = item ?? me;
  return (
    <Container header={<Header variant="h2">Limits</Header>}>
      <ProblemAlert error={error} retry={retry} />
      <KeyValuePairs
        columns={4}
        items={[
          { label: 'Wallets', value: shown(limits.wallets) },
          { label: 'Alert rules', value: shown(limits.rules) },
          { label: 'Webhooks', value: shown(limits.webhooks) },
          { label: 'Active keys', value: shown(limits.keys) },
          { label: 'Entries of the address book', value: shown(limits.addressBook) },
          { label: 'Addresses of list sources', value: shown(limits.listEntries) },
          { label: 'Requests per second', value: shown(limits.requestsPerSecond) },
          { label: 'Records per hour and chain', value: shown(limits.recordsPerHour) },
          { label: 'E-mails per minute', value: shown(limits.mailsPerMinute) },
        ]}
      />
    </Container>
  );
}
