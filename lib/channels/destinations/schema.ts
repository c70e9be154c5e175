import * as z from 'zod';
import { ifValid } from '../../values/dependent-checks.ts';
import { fieldErrors } from '../../values/field-errors.ts';
import { name, notEmpty, paging } from '../../values/fields.ts';
import type { Channel } from '../port/channel.ts';
import { DestinationConfig, StoredDestination } from '../port/destination.ts';

type StoredDestinationMatch = StoredDestination['match'];

/** A destination as the API answers it: the secret of its config is masked. */
export const Destination = StoredDestination.omit({ url: true, sealedSecret: true, disabledBy: true }).meta({
  id: 'Destination',
});
export type Destination = z.output<typeof Destination>;

const Name = name(64);

/**
 * The bodies of requests.
 * @param match knows the severities and the types of rules, which this room does not know.
 */
export function destinationBodies(
  { all }: { readonly all: readonly Channel[] },
  match: z.ZodType<StoredDestinationMatch, StoredDestinationMatch>,
) {
  const configs = new Map(
    all.flatMap(({ kind, destination }) => (destination ? [[kind, z.strictObject(destination.config)] as const] : [])),
  );
  // Several kinds have the same fields.
  const shapes = new Map([...configs.values()].map((config) => [Object.keys(config.shape).join(), config]));
  return {
    CreateDestination: z
      .strictObject({
        name: Name,
        kind: z.enum([...configs.keys()]),
        config: z.union([...shapes.values()]).describe('The fields of the kind'),
        match: match.default({}),
        isActive: z.boolean().default(true),
      })
      .superRefine(
        ({ kind, config }, ctx) => {
          const issues = configs.get(kind)?.safeParse(config).error?.issues ?? [];
          for (const { path, message } of fieldErrors(issues, ['config'])) {
            ctx.addIssue({ code: 'custom', path: path.split('.'), message });
          }
        },
        { when: ifValid('kind', 'config') },
      )
      .meta({ id: 'CreateDestination' }),
    UpdateDestination: notEmpty(
      z.strictObject({
        name: Name.optional(),
        config: DestinationConfig.optional().describe(
          'The fields that change. A masked secret that is written back stays as it is',
        ),
        match: match.optional(),
        isActive: z.boolean().optional(),
      }),
    ).meta({ id: 'UpdateDestination' }),
  };
}

export interface CreateDestination {
  readonly name: string;
  readonly kind: string;
  readonly config: DestinationConfig;
  readonly match: StoredDestinationMatch;
  readonly isActive: boolean;
}
export type UpdateDestination = Partial<Omit<CreateDestination, 'kind'>>;

export const DestinationQuery = z.strictObject(paging);
