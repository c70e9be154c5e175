import { lazy, Suspense, useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { channelText } from '../../design/delivery-words.ts';
import { DestinationState } from '../../design/destination-state.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Heard } from '../../design/heard.tsx';
import { Age } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { NextStep } from '../../design/next-step.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { useClient } from '../../session/session-context.ts';
import { DestinationConfirm } from './destination-confirm.tsx';
import { DestinationDetail, type DestinationStep } from './destination-detail.tsx';
import { type Destination, eventsOf } from './destination-input.ts';
import { LastDelivery } from './last-delivery.tsx';

const DestinationForm = lazy(() => import('./destination-form.tsx'));

type Step = { readonly is: 'create' } | { readonly is: DestinationStep; readonly destination: Destination };

/** The places where people hear of alerts. */
export default function DestinationsPage() {
  const client = useClient();
  const notify = useNotify();
  const { params, change } = useUrlState();
  const query = pageIn(params);
  const [step, setStep] = useState<Step | undefined>(params.add === undefined ? undefined : { is: 'create' });
  const openLink = useOpenLink();
  const { open } = params;
  const list = useLiveList({
    key: ['destinations', 'list', query],
    load: (signal) => client.GET('/api/destinations', { params: { query }, signal }),
    isReading: open !== undefined || step !== undefined,
  });
  const end = () => {
    setStep(undefined);
    if (params.add !== undefined) change({ add: null }, false);
  };
  const close = () => change({ open: null }, false);
  const saved = ({ kind, name }: Destination) => {
    end();
    const isAsked = kind === 'email' ? ' A new address hears nothing before its recipient has confirmed.' : '';
    notify(
      'success',
      <>
        The destination “<Foreign text={name} />” is {step?.is === 'edit' ? 'changed' : 'added'}.{isAsked}
        {step?.is === 'edit' ? null : <NextStep done="receiver" />}
      </>,
    );
  };
  return (
    <>
      <div className={open === undefined ? 'beside' : 'beside with-detail'}>
        <LiveTable
          title="Destinations"
          description={
            'A destination hears of every alert that it matches, whatever the switches of the rule say. The switches ' +
            'of a rule decide over the Slack URL and the mail addresses of the settings.'
          }
          itemName={({ name }) => foreignText(name, 40)}
          list={list}
          columns={columnsOf(openLink, open !== undefined)}
          params={params}
          change={change}
          actions={
            <ActionButton needs="admin" variant="primary" onClick={() => setStep({ is: 'create' })}>
              Add a destination
            </ActionButton>
          }
          empty="No destinations. Add one, and people hear of alerts by chat, e-mail or pager."
        />
        {open === undefined ? null : (
          <DestinationDetail id={open} begin={(is, destination) => setStep({ is, destination })} close={close} />
        )}
      </div>
      {step === undefined ? null : step.is === 'create' || step.is === 'edit' ? (
        <Suspense>
          <DestinationForm destination={step.is === 'edit' ? step.destination : undefined} close={end} done={saved} />
        </Suspense>
      ) : (
        <DestinationConfirm
          step={step.is}
          destination={step.destination}
          close={end}
          done={() => {
            end();
            notify('success', `The destination is ${step.is === 'off' ? 'off' : 'deleted'}.`);
            if (step.is === 'delete') close();
          }}
        />
      )}
    </>
  );
}

/** @param isNarrow true while a destination is open beside the list. */
const columnsOf = (openLink: ReturnType<typeof useOpenLink>, isNarrow: boolean): readonly Column<Destination>[] => [
  { id: 'name', header: 'Name', minWidth: 130, cell: ({ id, name }) => openLink(id, <Foreign text={name} />) },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => <span className="one-line">{channelText(kind)}</span> },
  {
    id: 'hears',
    header: 'Hears',
    minWidth: 170,
    cell: (destination) => <Heard match={destination.match} events={eventsOf(destination)} />,
  },
  { id: 'state', header: 'State', minWidth: 130, cell: (destination) => <DestinationState {...destination} /> },
  {
    id: 'last',
    header: 'Last delivery',
    minWidth: 150,
    isOptional: isNarrow,
    cell: ({ id }) => <LastDelivery destinationId={id} />,
  },
  { id: 'updatedAt', header: 'Changed', isOptional: true, cell: ({ updatedAt }) => <Age at={updatedAt} /> },
  { id: 'createdAt', header: 'Created', isOptional: true, cell: ({ createdAt }) => <Age at={createdAt} /> },
];
