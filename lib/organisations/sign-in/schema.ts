import * as z from 'zod';
import { scopes } from '../../platform/caller.ts';
import { line } from '../../values/fields.ts';
import { OrganisationId } from '../../values/ids.ts';

const MOST_VALUES = 100;
const Text = line(255).min(1);

/** As OpenID Connect Discovery 1.0 has it. Only a local stack can reach an issuer on this machine. */
const Issuer = Text.regex(
  /^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])[^?#\s]+$/,
  'must be an https URL without query and fragment',
);

/** How the people of an organisation sign in: whose access tokens the API accepts, and what they allow. */
export const SignIn = z.strictObject({
  organisationId: OrganisationId,
  issuer: Issuer,
  /** The name of this API at the issuer, and no client id: an ID token must not pass for an access token. */
  audience: Text,
  /** The claim that has the values: a text, a list of texts, or for `scope` and `scp` texts between spaces. */
  scopeClaim: Text,
  scopes: z
    .record(Text, z.enum(scopes))
    .refine((values) => Object.keys(values).length > 0, 'must name a value')
    .refine((values) => Object.keys(values).length <= MOST_VALUES, `must name at most ${MOST_VALUES} values`),
});
export type SignIn = z.output<typeof SignIn>;
