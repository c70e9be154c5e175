import * as z from 'zod';
import { ifValid } from '../../values/dependent-checks.ts';
import { env } from '../env.ts';
import { checkUrl } from './url.ts';

/**
 * A request schema that names refused URLs beside the other invalid fields. If no other field is invalid, the URL
 * passes: `assertDestination` then refuses the URL together with the checks that need the table.
 * @param fields the names of the fields that hold URLs. A field may be absent or null.
 */
export const withUrlChecks = <S extends z.ZodType>(schema: S, ...fields: readonly string[]): S =>
  fields.reduce((checked, field) => {
    const WithUrl = z.object({ [field]: z.string() });
    return checked.superRefine(
      (given, ctx) => {
        const { data } = WithUrl.safeParse(given);
        const result = data && checkUrl(data[field] ?? '', env.outbound().OUTBOUND_POLICY);
        if (result && 'reason' in result) ctx.addIssue({ code: 'custom', path: [field], message: result.reason });
      },
      { when: (payload) => payload.issues.length > 0 && ifValid(field)(payload) },
    );
  }, schema);
