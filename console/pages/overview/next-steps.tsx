import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type ReactNode, useEffect } from 'react';
import { PageLink } from '../../design/page-link.tsx';
import { useCoverages } from '../../live/coverages.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useRules } from '../../live/rules.ts';
import { useWallets } from '../../live/wallets.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { useClient, useRefusal, useSession } from '../../session/session-context.ts';
import { TestAlert } from './test-alert.tsx';

/** Whether a message has arrived matters to the last steps alone. */
const SLOW_MS = 10_000;

interface Step {
  /** Undefined while nobody knows. */
  readonly isDone: boolean | undefined;
  readonly what: string;
  /** How the user does it. */
  readonly how: ReactNode;
}

/**
 * The first minutes of an organisation: five steps, each with a tick when it is done. When all were done once, nothing
 * shows on this device any more: deliveries and wallets come and go. A key that may only read can do none of them.
 */
export function NextSteps() {
  const { me } = useSession();
  const mayWrite = useRefusal('write') === undefined;
  const steps = useSteps();
  const kept = `first steps ${me.organisation.id}`;
  const areAllDone = steps.every(({ isDone }) => isDone);
  useEffect(() => {
    if (areAllDone) localStorage.setItem(kept, 'done');
  }, [areAllDone, kept]);
  const isOver = !mayWrite || areAllDone || localStorage.getItem(kept) !== null;
  if (isOver || steps.some(({ isDone }) => isDone === undefined)) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${done} of ${steps.length})`}>
          First steps
        </Header>
      }
    >
      <ol className="plain">
        {steps.map(({ isDone, what, how }) => (
          <li key={what}>{isDone ? <StatusIndicator type="success">{what}</StatusIndicator> : how}</li>
        ))}
      </ol>
    </Container>
  );
}

function useSteps(): readonly Step[] {
  const client = useClient();
  const wallets = useWallets();
  const rules = useRules();
  const webhooks = useWebhooks();
  const destinations = useDestinations();
  const coverages = useCoverages();
  const arrived = useLiveItem({
    key: ['deliveries', 'count', 'delivered'],
    load: (signal) =>
      client.GET('/api/webhooks/deliveries', { params: { query: { status: 'delivered', pageSize: 1 } }, signal }),
    pauseMs: SLOW_MS,
  });
  const chains = wallets.wallets.flatMap((wallet) => (wallet.watch ? wallet.chains : []));
  const hasReceiver = destinations.destinations.length > 0 || webhooks.webhooks.length > 0;
  const known = <T,>(isKnown: boolean, value: T) => (isKnown ? value : undefined);
  return [
    {
      isDone: known(wallets.isLoaded, wallets.wallets.length > 0),
      what: 'A wallet is watched',
      how: <PageLink to="/wallets?add=wallet">Add a wallet</PageLink>,
    },
    {
      isDone: known(webhooks.isLoaded && destinations.isLoaded, hasReceiver),
      what: 'Chainwatch knows where to tell you',
      how: (
        <>
          Say where to tell you: <PageLink to="/destinations?add=destination">Add a destination</PageLink> for people,
          or <PageLink to="/webhooks?add=webhook">register a webhook</PageLink> for a program
        </>
      ),
    },
    {
      isDone: known(rules.isLoaded, rules.rules.length > 0),
      what: 'A rule says what is worth an alert',
      how: <PageLink to="/rules?open=new">Make a rule from a template</PageLink>,
    },
    {
      isDone: arrived.item === undefined ? undefined : arrived.item.meta.total > 0,
      what: 'A message has arrived',
      how: <TestAlert rule={rules.rules[0]} />,
    },
    {
      isDone: known(
        wallets.isLoaded && !coverages.isLoading && coverages.error === null,
        chains.some((chain) => !coverages.unwatched.has(chain)),
      ),
      what: 'A chain of your wallets is watched',
      how: <PageLink to="/coverage">See which chains are watched</PageLink>,
    },
  ];
}
