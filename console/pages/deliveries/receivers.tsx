import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { Foreign } from '../../design/foreign.tsx';
import { Age } from '../../design/instant.tsx';
import { bothSources } from '../../design/picker-status.ts';
import { ProblemAlert } from '../../design/problem-alert.tsx';
import { useNarrow } from '../../design/use-narrow.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useMailSettings } from '../../live/mail-settings.ts';
import { useRecipients } from '../../live/recipients.ts';
import type { UrlChanges } from '../../live/url-state.ts';
import { useWebhooks, webhookName } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import { foldLabel, type Health, type Receiver, type ReceiverFilter, receiversOf } from './receiver-health.ts';

/** The newest error of a receiver changes slowly. */
const PAUSE_MS = 60_000;
/** Receivers with trouble that show without a click. */
const MOST = 5;
const NO_FILTER = { webhookId: null, destinationId: null };

interface ReceiversProps {
  readonly params: Readonly<Record<string, string>>;
  readonly change: (changes: UrlChanges) => void;
}

/**
 * Who gets the deliveries, and whether they arrive there: those with trouble first, and the others behind a button. A
 * click shows the deliveries of one receiver in the list below.
 */
export function Receivers({ params, change }: ReceiversProps) {
  const webhooks = useWebhooks();
  const destinations = useDestinations();
  const isTelephone = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const stats = useRecipients();
  const mail = useMailSettings();
  const { isLoaded, error, retry } = bothSources(webhooks, destinations);
  // Rows that know nothing yet would move when they learn it.
  const isKnown = isLoaded && (stats.recipients !== undefined || stats.error !== null);
  const named = webhooks.webhooks.map((each) => ({ ...each, name: webhookName(each) }));
  const receivers = isKnown ? receiversOf(named, destinations.destinations, stats.recipients, mail) : [];
  const problem = <ProblemAlert error={error ?? stats.error} retry={error === null ? stats.retry : retry} />;
  if (receivers.length === 0) return error === null ? null : problem;
  const isFiltered = params.webhookId !== undefined || params.destinationId !== undefined;
  const isChosen = ({ filter }: Receiver) =>
    filter.webhookId === params.webhookId && filter.destinationId === params.destinationId;
  const troubled = receivers.filter(({ isTroubled }) => isTroubled);
  const folded = isFiltered ? receivers.filter(isChosen) : troubled.slice(0, MOST);
  const shown = isOpen ? receivers : folded;
  const isShort = isTelephone && !isFiltered;
  const label = foldLabel({ isOpen, folded: folded.length, all: receivers.length, isShort });
  return (
    <Container
      header={
        <Header variant="h2" counter={`(${receivers.length.toLocaleString()})`}>
          Receivers
        </Header>
      }
    >
      <SpaceBetween size="s">
        {problem}
        {isFiltered || troubled.length > 0 || stats.recipients === undefined ? null : (
          <Box>No receiver has trouble.</Box>
        )}
        {shown.length === 0 ? null : (
          <ul className="receivers">
            {shown.map((receiver) => (
              <ReceiverRow
                key={receiver.id}
                isShort={isShort && !isOpen}
                receiver={receiver}
                isChosen={isFiltered && isChosen(receiver)}
                choose={() => {
                  setOpen(false);
                  // A second click leads back.
                  const filter = isFiltered && isChosen(receiver) ? {} : receiver.filter;
                  change({ ...NO_FILTER, ...filter, open: null });
                }}
              />
            ))}
          </ul>
        )}
        {isFiltered ? (
          <Button variant="inline-link" onClick={() => change({ ...NO_FILTER, open: null })}>
            Deliveries to all receivers
          </Button>
        ) : null}
        {label === undefined ? null : (
          <Button variant="inline-link" ariaExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {label}
          </Button>
        )}
      </SpaceBetween>
    </Container>
  );
}

interface ReceiverRowProps {
  readonly receiver: Receiver;
  readonly isChosen: boolean;
  /** Names the state without its reason, on a telephone, until the user asks for more. */
  readonly isShort: boolean;
  readonly choose: () => void;
}

function ReceiverRow({ receiver: { name, kind, filter, health }, isChosen, isShort, choose }: ReceiverRowProps) {
  return (
    <li aria-current={isChosen ? 'true' : undefined}>
      <div>
        <Button variant="inline-link" onClick={choose}>
          <Foreign text={name} most={60} />
        </Button>{' '}
        {isShort ? null : <Box variant="small">{kind}</Box>}
      </div>
      {isShort ? (
        <StatusIndicator type={health.type}>{health.state}</StatusIndicator>
      ) : (
        <HealthLine health={health} filter={filter} />
      )}
    </li>
  );
}

/** `Failing, the first failure 2 h ago: connection refused · 131 failed in the last day`. */
function HealthLine({ health, filter }: { readonly health: Health; readonly filter: ReceiverFilter }) {
  const { type, state, failingSince, reason, reasonOf, counts, lastSuccessAt } = health;
  return (
    <div>
      <StatusIndicator type={type}>{state}</StatusIndicator>
      {failingSince === null ? null : (
        <>
          , the first failure <Age at={failingSince} />
        </>
      )}
      {reason === null ? null : (
        <>
          : <Foreign text={withoutStop(reason)} most={120} />
        </>
      )}
      {reasonOf === null ? null : <NewestError filter={filter} status={reasonOf} />}
      {counts === null ? null : ` · ${counts}`}
      {lastSuccessAt === null ? null : (
        <>
          {' '}
          · last arrived <Age at={lastSuccessAt} />
        </>
      )}
    </div>
  );
}

interface NewestErrorProps {
  readonly filter: ReceiverFilter;
  readonly status: 'failed' | 'retrying' | 'not_sent';
}

/** Why the newest delivery of a status did not arrive. */
function NewestError({ filter, status }: NewestErrorProps) {
  const client = useClient();
  const query = { ...filter, status, pageSize: 1 };
  const { item } = useLiveItem({
    key: ['deliveries', 'newest', query],
    load: (signal) => client.GET('/api/webhooks/deliveries', { params: { query }, signal }),
    pauseMs: PAUSE_MS,
  });
  const reason = item?.data[0]?.error ?? null;
  if (reason === null) return null;
  return (
    <>
      : <Foreign text={withoutStop(reason)} most={120} />
    </>
  );
}

/** A reason is a sentence, and here a part of a line. */
const withoutStop = (reason: string): string => reason.replace(/\.$/, '');
