import { recordReceipt } from '../../lib/operation/canary/canary-receipt.ts';
import { endpoint } from '../../lib/platform/http/endpoint.ts';
import { configuredSealer } from '../../lib/platform/sealer.ts';
import { routes } from './routes.ts';

export const handler = endpoint(
  routes.recordReceipt,
  async ({ text, headers, deps }) => {
    await recordReceipt(deps, text, headers);
    return null;
  },
  { sealer: configuredSealer },
);
