import { addressListResponse } from '../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../lib/address-book/address-lists.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { configuredOutbound } from '../../lib/platform/outbound/outbound.ts';
import { withUrlChecks } from '../../lib/platform/outbound/url-fields.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createAddressList, body: withUrlChecks(routes.createAddressList.body, 'source.url') },
  async ({ body, organisation, deps }) => {
    if (body.source !== null) await deps.outbound.assertDestination('source.url', body.source.url);
    return addressListResponse(await addressLists(deps).create(organisation, body));
  },
  { outbound: configuredOutbound, jobs: () => jobClient() },
);
