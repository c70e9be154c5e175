import * as z from 'zod';
import { endMute, type MuteEndDeps } from '../../../lib/alerts/mutes/end-mute.ts';
import { muteRepo } from '../../../lib/organisations/mutes/repo.ts';
import type { StoredMute } from '../../../lib/organisations/mutes/schema.ts';
import { keys } from '../../../lib/platform/table/keys.ts';
import { mutePrefixes } from '../../../lib/platform/table/mute-keys.ts';
import { queryPrefix } from '../../../lib/platform/table/table.ts';
import { plusSeconds } from '../../../lib/values/time.ts';
import type { TestDeps } from '../../support/deps.ts';
import type { Scenario } from '../../support/scenario.ts';

const Keyed = z.object({ sk: z.string() });

/** Mutes rules and wallets of a scenario. */
export function muting(deps: TestDeps, { organisation, evaluation, wallet, rule }: Scenario) {
  const mutes = muteRepo(deps);
  const targetOf = async (of: StoredMute['of'], id: string) =>
    of === 'rule'
      ? evaluation.rules.muted(organisation, await evaluation.rules.get(organisation, id))
      : evaluation.wallets.muted(organisation, await evaluation.wallets.get(organisation, id));
  const set = async (of: StoredMute['of'], id: string, seconds: number | null, critical: boolean) => {
    const target = await targetOf(of, id);
    const until = seconds === null ? null : plusSeconds(deps.now(), seconds).toISOString();
    return mutes.set(organisation, target, until === null ? null : { until, reason: 'Migration', critical });
  };
  /** Does what handover does with what is due. */
  async function endDue(more: Partial<MuteEndDeps> = {}): Promise<void> {
    const { pk } = keys.organisation(organisation);
    for (const prefix of [mutePrefixes.mutes, mutePrefixes.ended]) {
      for (const { sk } of await queryPrefix(deps.table, pk, prefix, Keyed)) {
        await endMute({ ...evaluation, ...more }, { organisation, sk });
      }
    }
  }
  return {
    muteRule: (id: string, seconds: number | null, critical = false) => set('rule', id, seconds, critical),
    muteWallet: (seconds: number | null, critical = false) => set('wallet', wallet.id, seconds, critical),
    endDue,
    /** The counts of a rule. */
    async counts(id: string) {
      const { firedCount, suppressedCount, suppressedByReason } = await rule(id);
      return { fired: firedCount, suppressed: suppressedCount, ...suppressedByReason };
    },
    mutes,
  };
}
