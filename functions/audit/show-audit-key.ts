import { signingKey } from '../../lib/platform/audit/signing-key.ts';
import { clock } from '../../lib/platform/deps.ts';
import { publicEndpoint } from '../../lib/platform/http/public-endpoint.ts';
import { Reply } from '../../lib/platform/http/reply.ts';
import { loadedFor } from '../../lib/platform/secret-text.ts';
import { routes } from './routes.ts';

/** An instance asks KMS once an hour at most: everybody may call this endpoint, and each request of KMS costs money. */
const HOUR_SECONDS = 3600;
const key = loadedFor(HOUR_SECONDS * 1000, clock, () => signingKey().shown());

export const handler = publicEndpoint(
  routes.getAuditKey,
  async () => new Reply(200, await key(), { 'Cache-Control': `public, max-age=${HOUR_SECONDS}` }),
);
