import * as z from 'zod';
import { ifValid } from '../../values/dependent-checks.ts';
import { env } from '../env.ts';
import { checkUrl } from './url.ts';

/**
 * A request schema that also refuses URLs which this stage never accepts, each as soon as its own field is valid. The
 * addresses of the host are checked later, because they need DNS.
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
      { when: ifValid(field) },
    );
  }, schema);
