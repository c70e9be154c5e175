import * as z from 'zod';
import { type AuthorityChange, AuthorityKind } from '../../../transactions/schema.ts';
import { some, type Test, test } from '../port/conditions.ts';
import type { Term } from '../port/rule-type.ts';
import { ruleType } from '../port/rule-type.ts';

/** A record shows the changes over its own wallet only, so that any change passes. */
const isChange: Test<AuthorityChange> = test(
  'authority',
  'a change of authority over the wallet',
  ({ before, after }) => ({ before, after }),
  () => true,
);

const kindIs = (kinds: readonly string[] | undefined): Test<AuthorityChange>[] =>
  kinds === undefined
    ? []
    : [
        test(
          'kinds',
          kinds,
          ({ kind }) => kind,
          ({ kind }) => kinds.includes(kind),
        ),
      ];

/** Matches when the authority over the wallet changes: who may act for the wallet, or which code it runs. */
export const authorityChange = ruleType(
  z.strictObject({ kinds: z.array(AuthorityKind).min(1).max(AuthorityKind.options.length).optional() }),
  ({ kinds }) => {
    const terms = kinds?.map((kind): Term => `authority ${kind}`) ?? (['authority'] as const);
    return { ...some(({ authority }) => authority, isChange, ...kindIs(kinds)), terms };
  },
  { cooldownMinutes: 0 },
);
