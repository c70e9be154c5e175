import { apiKeyRepo } from '../../organisations/api-keys/repo.ts';
import type { Deps } from '../../platform/deps.ts';
import type { OrganisationId } from '../../values/ids.ts';
import type { Reviewer } from './repo.ts';

interface ReviewCall {
  readonly organisation: OrganisationId;
  readonly keyId: string;
  readonly deps: Deps;
}

/** The API key that reviews events, with its present name. */
export async function reviewerOf({ organisation, keyId, deps }: ReviewCall): Promise<Reviewer> {
  const { name } = await apiKeyRepo(deps).get(organisation, keyId);
  return { keyId, name, at: deps.now() };
}
