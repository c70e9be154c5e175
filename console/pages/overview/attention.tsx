import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Skeleton from '@cloudscape-design/components/skeleton';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Foreign } from '../../design/foreign.tsx';
import { Instant } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { WebhookHealth } from '../../design/webhook-facts.tsx';
import { needsAttention } from '../../design/webhook-health.ts';
import { useChains } from '../../live/chains.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useWebhooks, webhookName } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';

const MOST = 5;

/** The newest critical alerts that nobody acknowledged. */
export function CriticalAlerts() {
  const client = useClient();
  const { nameOf } = useChains();
  const query = { status: 'open', severity: 'critical', pageSize: MOST } as const;
  const { item, error, retry } = useLiveItem({
    key: ['events', 'critical'],
    load: (signal) => client.GET('/api/alerts/events', { params: { query }, signal }),
  });
  const total = item?.meta.total ?? 0;
  return (
    <Container
      header={
        <Header variant="h2" counter={item === undefined ? '' : `(${total.toLocaleString()})`}>
          Open critical alerts
        </Header>
      }
    >
      <SpaceBetween size="s">
        <ProblemAlert error={error} retry={retry} />
        {item === undefined && error === null ? <Skeleton height="6rem" /> : null}
        {item !== undefined && total === 0 ? <Box color="text-status-inactive">None.</Box> : null}
        {item?.data.map(({ id, ruleName, firedAt, transaction }) => (
          <div key={id}>
            <PageLink to={`/alerts?open=${id}`}>
              <Foreign text={ruleName} />
            </PageLink>
            <Box variant="small" display="block">
              {nameOf(transaction.chain)}, <Instant at={firedAt} />
            </Box>
          </div>
        ))}
        {total > MOST ? <PageLink to="/alerts?status=open&severity=critical">Show all of them</PageLink> : null}
      </SpaceBetween>
    </Container>
  );
}

/** The webhooks whose receivers fail, and those that are disabled. */
export function FailingWebhooks() {
  const { webhooks, isLoaded, error, retry } = useWebhooks();
  const failing = webhooks.filter(needsAttention);
  return (
    <Container
      header={
        <Header variant="h2" counter={isLoaded ? `(${failing.length.toLocaleString()})` : ''}>
          Webhooks that fail or are disabled
        </Header>
      }
    >
      <SpaceBetween size="s">
        <ProblemAlert error={error} retry={retry} />
        {!isLoaded && error === null ? <Skeleton height="6rem" /> : null}
        {isLoaded && failing.length === 0 ? <Box color="text-status-inactive">None.</Box> : null}
        {failing.slice(0, MOST).map((webhook) => (
          <div key={webhook.id}>
            <PageLink to={`/webhooks?open=${webhook.id}`}>
              <Foreign text={webhookName(webhook)} />
            </PageLink>
            <div>
              <WebhookHealth webhook={webhook} />
            </div>
          </div>
        ))}
        {failing.length > MOST ? <PageLink to="/webhooks">Show all webhooks</PageLink> : null}
      </SpaceBetween>
    </Container>
  );
}
