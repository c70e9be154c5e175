import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { groupsOf } from '../../design/alert-groups.ts';
import { DestinationState } from '../../design/destination-state.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Age } from '../../design/instant.tsx';
import { PageLink } from '../../design/page-link.tsx';
import { bothSources } from '../../design/picker-status.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { WebhookHealth } from '../../design/webhook-facts.tsx';
import { isOffByService, needsAttention, neverArrived, silentEmail } from '../../design/webhook-health.ts';
import { useCriticalAlerts } from '../../live/critical-alerts.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useMailSettings } from '../../live/mail-settings.ts';
import { useRecipients } from '../../live/recipients.ts';
import { useWebhooks, webhookName } from '../../live/webhooks.ts';

const MOST = 5;

/** The newest critical alerts that nobody acknowledged, those of a payment together. Nothing shows without any. */
export function CriticalAlerts() {
  const { item, error, retry } = useCriticalAlerts();
  const total = item?.meta.total ?? 0;
  if (item === undefined || total === 0) return <ProblemAlert error={error} retry={retry} />;
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${total.toLocaleString()})`}>
          Open critical alerts
        </Header>
      }
    >
      <SpaceBetween size="s">
        <ProblemAlert error={error} retry={retry} />
        {groupsOf(item.data).map(({ id, first, alerts }) => (
          <div key={id}>
            <PageLink to={`/alerts?open=${id}`}>
              <Foreign text={first.summary} most={200} />
            </PageLink>
            <Box variant="small" display="block">
              {[...new Set(alerts.map(({ ruleName }) => ruleName))].map((name) => (
                <span key={name}>
                  <Foreign text={name} />,{' '}
                </span>
              ))}
              <Age at={first.firedAt} />
            </Box>
          </div>
        ))}
        {total > MOST ? <PageLink to="/alerts?status=open&severity=critical">Show all of them</PageLink> : null}
      </SpaceBetween>
    </Container>
  );
}

/**
 * The webhooks whose receivers fail or that are disabled, and the destinations that are off or not confirmed. Nothing
 * shows without any.
 */
export function FailingReceivers() {
  const webhooks = useWebhooks();
  const destinations = useDestinations();
  const { error, retry } = bothSources(webhooks, destinations);
  const mail = useMailSettings();
  const { recipients } = useRecipients();
  const isSilent = (each: Parameters<typeof isOffByService>[0] & Parameters<typeof silentEmail>[0]) =>
    isOffByService(each) || (each.isActive && silentEmail(each, mail) !== undefined);
  const isLost = ({ id, isActive }: { readonly id: string; readonly isActive: boolean }) =>
    isActive && neverArrived(id, recipients) > 0;
  const failing = [
    ...destinations.destinations
      .filter((each) => isSilent(each) || isLost(each))
      .map((each) => ({
        ...{ id: each.id, name: each.name },
        to: isSilent(each) ? `/destinations?open=${each.id}` : `/deliveries?destinationId=${each.id}`,
        state: <DestinationState {...each} />,
      })),
    ...webhooks.webhooks.filter(needsAttention).map((each) => ({
      ...{ id: each.id, to: `/webhooks?open=${each.id}`, name: webhookName(each) },
      state: <WebhookHealth webhook={each} />,
    })),
  ];
  if (failing.length === 0) return <ProblemAlert error={error} retry={retry} />;
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${failing.length.toLocaleString()})`}>
          Receivers that fail or are off
        </Header>
      }
    >
      <SpaceBetween size="s">
        <ProblemAlert error={error} retry={retry} />
        {failing.slice(0, MOST).map(({ id, to, name, state }) => (
          <div key={id}>
            <PageLink to={to}>
              <Foreign text={name} />
            </PageLink>
            <div>{state}</div>
          </div>
        ))}
        {failing.length > MOST ? <PageLink to="/deliveries?status=failed">Show what failed</PageLink> : null}
      </SpaceBetween>
    </Container>
  );
}
