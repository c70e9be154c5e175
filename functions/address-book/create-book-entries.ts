import { createEntries } from '../../lib/address-book/bulk-entries.ts';
import { BulkEntryRows } from '../../lib/address-book/bulk-entries-schema.ts';
import { creatingEndpoint } from '../../lib/platform/http/creating-endpoint.ts';
import { routes } from './routes.ts';

export const handler = creatingEndpoint(
  { ...routes.createBookEntries, body: BulkEntryRows },
  ({ body, organisation, deps }) => createEntries(deps, organisation, body.entries),
);
