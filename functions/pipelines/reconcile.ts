import { adminClient } from '../../lib/admin/admin-client.ts';
import { evaluationDeps } from '../../lib/alerts/evaluation/evaluation-wiring.ts';
import { retries } from '../../lib/deliveries/clients.ts';
import { exportClient } from '../../lib/exports/export-client.ts';
import { deps } from '../../lib/platform/deps.ts';
import { reconcile } from '../../lib/reconcile/run-reconcile.ts';
import { memo } from '../../lib/values/memo.ts';

const work = memo(() => ({
  ...evaluationDeps(deps()),
  newId: deps().newId,
  retryQueue: retries(),
  admin: adminClient(),
  exporter: exportClient(),
}));

/** Each minute: resumes the work that a crash interrupted between two steps. */
export const handler = () => reconcile(work());
