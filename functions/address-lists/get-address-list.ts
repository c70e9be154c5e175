import { addressListResponse } from '../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../lib/address-book/address-lists.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.getAddressList,
  async ({ params, organisation, deps }) => addressListResponse(await addressLists(deps).get(organisation, params.id)),
  { jobs: () => jobClient() },
);
