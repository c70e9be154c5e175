import { adminClient } from '../lib/admin/client.ts';
import { retries } from '../lib/deliveries/clients.ts';
import { deps } from '../lib/deps.ts';
import { memo } from '../lib/memo.ts';
import { reconcile } from '../lib/reconcile/reconcile.ts';
import { evaluationDeps } from '../lib/rules/configured.ts';

const work = memo(() => ({ ...evaluationDeps(deps()), retryQueue: retries(), admin: adminClient() }));

/** Each minute: whatever a crash left between two steps is picked up again. */
export const handler = () => reconcile(work());
