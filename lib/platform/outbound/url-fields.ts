import * as z from 'zod';
import { ifValid } from '../../values/dependent-checks.ts';
import { env } from '../env.ts';
import { checkUrl } from './url.ts';

/**
 * A request schema that names refused URLs beside the other invalid fields. If no other field is invalid, the URL
 * passes: `assertDestination` then refuses the URL together with the checks that need the table.
 * @param fields the fields that hold URLs, as names or as dotted paths. A field may be absent or null.
 */
export const withUrlChecks = <S extends z.ZodType>(schema: S, ...fields: readonly string[]): S =>
  fields.reduce((checked, field) => {
    const path = field.split('.');
    const [first = field] = path;
    const WithUrl = path.reduceRight<z.ZodType>((inner, name) => z.object({ [name]: inner }), z.string());
    const urlIn = (given: unknown) => path.reduce<unknown>((outer, name) => Object(outer)[name], given);
    return checked.superRefine(
      (given, ctx) => {
        if (!WithUrl.safeParse(given).success) return;
        const result = checkUrl(String(urlIn(given)), env.outbound().OUTBOUND_POLICY);
        if ('reason' in result) ctx.addIssue({ code: 'custom', path, message: result.reason });
      },
      { when: (payload) => payload.issues.length > 0 && ifValid(first)(payload) },
    );
  }, schema);
