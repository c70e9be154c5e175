import { addressListResponse } from '../../lib/address-book/address-list-schema.ts';
import { addressLists } from '../../lib/address-book/address-lists.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { jobClient } from '../../lib/platform/jobs/job-client.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.listAddressLists,
  async ({ query, organisation, deps }) => {
    const { data, meta } = await addressLists(deps).list(organisation, query);
    return { data: data.map(addressListResponse), meta };
  },
  { jobs: () => jobClient() },
);
