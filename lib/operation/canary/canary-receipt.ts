import * as z from 'zod';
import { VerificationError, verify } from '../../../sdk/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Sealer } from '../../platform/sealer.ts';
import { unauthorized } from '../../values/errors.ts';
import { Uuid } from '../../values/ids.ts';
import { canaryRepo } from './repo.ts';
import { sealedIn } from './schema.ts';

/** The body of an alert of the canary has some 600 characters. */
const MOST_CHARACTERS = 10_000;

const Alert = z.object({
  event: z.literal('alert.fired'),
  rule: z.object({ id: Uuid }),
  transaction: z.object({ hash: z.string().regex(/^0x[0-9a-f]{64}$/) }),
});

interface ReceiptDeps extends Pick<Deps, 'table' | 'now'> {
  readonly sealer: () => Promise<Sealer>;
}

/**
 * Records that a webhook of the canary arrived. Anybody can call the route, so nothing is written before the signatures
 * and the time are right.
 * @throws ApiError `unauthorized` for anything but an alert of the canary.
 */
export async function recordReceipt(
  deps: ReceiptDeps,
  text: string,
  headers: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const account = text.length > MOST_CHARACTERS ? null : await canaryRepo(deps).account();
  if (account === null) throw refused();
  const secret = (await deps.sealer()).open(account.sealedSecret, sealedIn(account).sealedSecret);
  const body = await verify(text, headers, secret, { now: deps.now().getTime() }).catch((error: unknown) => {
    throw error instanceof VerificationError ? refused() : error;
  });
  const alert = Alert.safeParse(body);
  if (!alert.success) throw refused();
  const { transaction, rule } = alert.data;
  const receivedAt = deps.now().toISOString();
  await canaryRepo(deps).record({ hash: transaction.hash, ruleId: rule.id, receivedAt });
}

const refused = () => unauthorized('This is no webhook of the canary.');
