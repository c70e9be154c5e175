import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { PageLink } from '../../design/page-link.tsx';
import { useDestinations } from '../../live/destinations.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';

const ONE = { params: { query: { pageSize: 1 } } } as const;

/** What a new organisation does first. The steps that are done do not show. */
export function NextSteps() {
  const client = useClient();
  const wallets = useLiveItem({
    key: ['wallets', 'count'],
    load: (signal) => client.GET('/api/wallets', { ...ONE, signal }),
  });
  const rules = useLiveItem({
    key: ['rules', 'count'],
    load: (signal) => client.GET('/api/alerts/rules', { ...ONE, signal }),
  });
  const { webhooks, isLoaded } = useWebhooks();
  const destinations = useDestinations();
  const steps = [
    { isOpen: wallets.item?.meta.total === 0, to: '/wallets', text: 'Add a wallet', why: 'to record its transactions' },
    { isOpen: rules.item?.meta.total === 0, to: '/rules', text: 'Make a rule', why: 'to get alerts' },
    {
      isOpen: isLoaded && webhooks.length === 0,
      to: '/webhooks',
      text: 'Register a webhook',
      why: 'so that your programs get the alerts',
    },
    {
      isOpen: destinations.isLoaded && destinations.destinations.length === 0,
      to: '/destinations',
      text: 'Add a destination',
      why: 'so that people hear of the alerts',
    },
  ].filter(({ isOpen }) => isOpen);
  if (steps.length === 0) return null;
  return (
    <Container header={<Header variant="h2">Next steps</Header>}>
      <ol className="plain">
        {steps.map(({ to, text, why }) => (
          <li key={to}>
            <PageLink to={to}>{text}</PageLink> {why}
          </li>
        ))}
      </ol>
    </Container>
  );
}
