import { actingAs } from '../../platform/audit/acting.ts';
import { log } from '../../platform/log.ts';
import type { Sealer } from '../../platform/sealer.ts';
import type { EmailLink } from './email-link.ts';
import type { EmailAddressRepo } from './repo.ts';
import { isOurs } from './unsubscribe-link.ts';

export interface LinkDeps {
  readonly emailAddresses: Pick<EmailAddressRepo, 'confirm' | 'move'>;
  readonly sealer: () => Promise<Sealer>;
}

/**
 * Does what a link is for. Returns false for every link that does not work, whatever the cause: the answer must not
 * tell which addresses exist.
 */
export const followEmailLink = (deps: LinkDeps, link: EmailLink): Promise<boolean> =>
  actingAs({ kind: 'link', id: null, name: null }, () => follow(deps, link));

async function follow({ emailAddresses, sealer }: LinkDeps, link: EmailLink): Promise<boolean> {
  const { purpose, organisationId: organisation, addressId } = link;
  if (purpose === 'confirm') {
    const confirmed = await emailAddresses.confirm(organisation, addressId, link.proof);
    if (confirmed) log.info('email.confirmed', { organisation, addressId });
    return confirmed;
  }
  if (!isOurs(await sealer(), link)) return false;
  const reason = 'The recipient unsubscribed.';
  if (await emailAddresses.move(organisation, addressId, 'unsubscribe', reason)) {
    log.info('email.unsubscribed', { organisation, addressId });
  }
  // True also for an address that gets no mail already: mail programs repeat the request.
  return true;
}
