import * as z from 'zod';
import { postedDestination } from '../http/posted-destination.ts';
import { destinationChannel } from '../port/with-destinations.ts';
import { renderPagerDuty } from './render-pagerduty.ts';

/** PagerDuty takes 120 events a minute for each key (https://developer.pagerduty.com/docs/events-api-v2-overview). */
const RATE = { rate: 1, burst: 60 } as const;

const URL = 'https://events.pagerduty.com/v2/enqueue';

const Rendered = z.looseObject({});

/** Services of PagerDuty, by the routing keys of their integrations. */
export const pagerDutyChannel = destinationChannel(
  {
    kind: 'pagerduty',
    label: 'PagerDuty',
    render: (notice, places) => JSON.stringify(renderPagerDuty(notice, places)),
  },
  postedDestination({
    kind: 'pagerduty',
    rate: RATE,
    config: {
      routingKey: z
        .string()
        .max(128)
        .regex(/^[\w-]{8,}$/, 'must be the key of an integration'),
    },
    examples: { routingKey: 'R02…' },
    secret: 'routingKey',
    opensIncidents: true,
    shownUrl: () => URL,
    request: ({ routingKey }, body) => ({
      url: URL,
      body: JSON.stringify({ routing_key: routingKey, ...Rendered.parse(JSON.parse(body)) }),
    }),
  }),
);
