import { useState } from 'react';
import type { components } from '../../../sdk/index.ts';
import { ActionButton } from '../../design/action-button.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { Heard } from '../../design/heard.tsx';
import { Age } from '../../design/instant.tsx';
import { type Column, LiveTable, pageIn } from '../../design/live-table.tsx';
import { NextStep } from '../../design/next-step.tsx';
import { useNotify } from '../../design/notices.tsx';
import { useOpenLink } from '../../design/page-link.tsx';
import { SecretOnce } from '../../design/secret-once.tsx';
import { useTight } from '../../design/use-narrow.ts';
import { WebhookHealth } from '../../design/webhook-facts.tsx';
import { useLiveList } from '../../live/live-list.ts';
import { useUrlState } from '../../live/url-state.ts';
import { webhookName } from '../../live/webhooks.ts';
import { useClient } from '../../session/session-context.ts';
import { WebhookConfirm } from './webhook-confirm.tsx';
import { WebhookDetail, type WebhookStep } from './webhook-detail.tsx';
import { WebhookForm } from './webhook-form.tsx';

type Webhook = components['schemas']['Webhook'];
type Step = { readonly is: 'create' } | { readonly is: WebhookStep; readonly webhook: Webhook };

const DONE = { edit: 'changed', disable: 'disabled', delete: 'deleted', rotate: 'rotated' } as const;

/** The webhook subscriptions of the organisation, and whether their receivers work. */
export default function WebhooksPage() {
  const client = useClient();
  const notify = useNotify();
  const { params, change } = useUrlState();
  const query = pageIn(params);
  const [step, setStep] = useState<Step | undefined>(params.add === undefined ? undefined : { is: 'create' });
  const [shown, setShown] = useState<{ readonly secret: string; readonly isNew: boolean }>();
  const openLink = useOpenLink();
  const isTight = useTight();
  const { open } = params;
  const list = useLiveList({
    key: ['webhooks', 'list', query],
    load: (signal) => client.GET('/api/webhooks', { params: { query }, signal }),
    isReading: open !== undefined || step !== undefined,
  });
  const hasUrls = list.rows.some(({ description }) => description !== '');
  const end = () => {
    setStep(undefined);
    if (params.add !== undefined) change({ add: null }, false);
  };
  const close = () => change({ open: null }, false);

  const confirmed = (done: keyof typeof DONE, made?: string) => {
    end();
    if (made !== undefined) setShown({ secret: made, isNew: false });
    else notify('success', `The webhook is ${DONE[done]}.`);
    if (done === 'delete') close();
  };
  return (
    <>
      <div className={open === undefined ? 'beside' : 'beside with-detail'}>
        <LiveTable
          title="Webhooks"
          itemName={({ url }) => foreignText(url, 40)}
          list={list}
          columns={columnsOf(openLink, { isNarrow: open !== undefined, isTight, hasUrls })}
          params={params}
          change={change}
          actions={
            <ActionButton needs="write" variant="primary" onClick={() => setStep({ is: 'create' })}>
              Register a webhook
            </ActionButton>
          }
          empty="No webhooks. Register one, and your program gets every alert as a signed request."
        />
        {open === undefined ? null : (
          <WebhookDetail id={open} begin={(is, webhook) => setStep({ is, webhook })} close={close} />
        )}
      </div>
      {step === undefined ? null : step.is === 'create' || step.is === 'edit' ? (
        <WebhookForm
          webhook={step.is === 'edit' ? step.webhook : undefined}
          close={end}
          done={(saved) => {
            end();
            if (saved.secret !== undefined) setShown({ secret: saved.secret, isNew: true });
            else if (step.is === 'create') notify('success', REGISTERED);
            else notify('success', `The webhook is ${DONE.edit}.`);
          }}
        />
      ) : (
        <WebhookConfirm step={step.is} webhook={step.webhook} done={(made) => confirmed(step.is, made)} close={end} />
      )}
      {shown === undefined ? null : (
        <SecretOnce
          title="The secret of the webhook"
          what="secret"
          secret={shown.secret}
          close={() => {
            setShown(undefined);
            if (shown.isNew) notify('success', REGISTERED);
          }}
        />
      )}
    </>
  );
}

const REGISTERED = (
  <>
    The webhook is registered.
    <NextStep done="receiver" />
  </>
);

interface Room {
  /** True while a webhook is open beside the list. */
  readonly isNarrow: boolean;
  /** True in a window of the width of a small laptop. */
  readonly isTight: boolean;
  /** False when the name of each webhook is its URL. */
  readonly hasUrls: boolean;
}

const columnsOf = (
  openLink: ReturnType<typeof useOpenLink>,
  { isNarrow, isTight, hasUrls }: Room,
): readonly Column<Webhook>[] => [
  {
    id: 'webhook',
    header: 'Webhook',
    minWidth: 130,
    // A URL in place of a description has no spaces to break at.
    cell: ({ id, ...webhook }) => (
      <span className={webhook.description === '' ? 'one-line' : undefined}>
        {openLink(id, <Foreign text={webhookName(webhook)} />)}
      </span>
    ),
  },
  {
    id: 'url',
    header: 'URL',
    isOptional: isNarrow || !hasUrls,
    minWidth: 200,
    // Without a description the URL is the name.
    cell: ({ url, description }) => (
      <span className="one-line">{description === '' ? '–' : <Foreign text={url} most={120} />}</span>
    ),
  },
  { id: 'health', header: 'Health', minWidth: 150, cell: (webhook) => <WebhookHealth webhook={webhook} /> },
  {
    id: 'lastSuccessAt',
    header: 'Last success',
    isOptional: isNarrow,
    minWidth: 130,
    cell: ({ lastSuccessAt }) => <Age at={lastSuccessAt} />,
  },
  {
    id: 'lastFailureAt',
    header: 'Last failure',
    minWidth: 130,
    cell: ({ lastFailureAt }) => <Age at={lastFailureAt} />,
  },
  {
    id: 'lastError',
    header: 'Last error',
    isOptional: isNarrow || isTight,
    minWidth: 150,
    cell: ({ lastError }) => (lastError === null ? '–' : <Foreign text={lastError} most={120} />),
  },
  {
    id: 'hears',
    header: 'Hears',
    isOptional: true,
    minWidth: 150,
    cell: ({ match, events }) => <Heard match={match} events={events} />,
  },
  { id: 'events', header: 'Events', isOptional: true, cell: ({ events }) => events.join(', ') },
  { id: 'payload', header: 'Payload', isOptional: true, cell: ({ payload }) => payload },
  { id: 'createdAt', header: 'Created', isOptional: true, cell: ({ createdAt }) => <Age at={createdAt} /> },
];
