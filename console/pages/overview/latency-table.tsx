import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Table from '@cloudscape-design/components/table';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useLiveItem } from '../../live/live-item.ts';
import { useClient } from '../../session/session-context.ts';
import { areAllReplayed, latencyOf, secondsText } from './latency.ts';

/** Latency changes slowly, and both lists are long. */
const PAUSE_MS = 30_000;
const NEWEST = { pageSize: 100 } as const;

/** How long the newest alerts took from their block to their receivers. Nothing shows before the first alert. */
export function LatencyTable() {
  const client = useClient();
  const alerts = useLiveItem({
    key: ['events', 'latency'],
    load: (signal) => client.GET('/api/alerts/events', { params: { query: NEWEST }, signal }),
    pauseMs: PAUSE_MS,
  });
  const deliveries = useLiveItem({
    key: ['deliveries', 'latency'],
    load: (signal) =>
      client.GET('/api/webhooks/deliveries', { params: { query: { ...NEWEST, status: 'delivered' } }, signal }),
    pauseMs: PAUSE_MS,
  });
  const shown = [alerts.item?.data ?? [], deliveries.item?.data ?? []] as const;
  const lines = latencyOf(...shown);
  return (
    <>
      <ProblemAlert error={alerts.error ?? deliveries.error} retry={alerts.error ? alerts.retry : deliveries.retry} />
      {lines.length === 0 ? null : (
        <Container
          header={
            <Header variant="h2" description={`Of the newest ${(lines[0]?.count ?? 0).toLocaleString()} alerts`}>
              From block to delivery
            </Header>
          }
        >
          <Table
            variant="embedded"
            items={[...lines]}
            trackBy="step"
            ariaLabels={{ tableLabel: 'From block to delivery' }}
            columnDefinitions={[
              { id: 'step', header: 'Step', isRowHeader: true, cell: ({ step }) => step },
              { id: 'half', header: 'Half within', cell: ({ half }) => secondsText(half) },
              { id: 'most', header: '95 % within', cell: ({ most }) => secondsText(most) },
            ]}
          />
          {areAllReplayed(...shown) ? (
            <Box variant="small">
              The newest deliveries were replayed, so the time of their first delivery is not known.
            </Box>
          ) : null}
        </Container>
      )}
    </>
  );
}
