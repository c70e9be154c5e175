import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';
import { wildcard } from './wildcard.ts';

/** What a request needs: an action on a resource, both as IAM writes them. */
export interface RequiredPermission {
  readonly action: string;
  readonly resource: string;
  /** Partition keys of the items that it names; undefined where it names none. */
  readonly leadingKeys?: readonly string[];
}

/** One action on one resource that a role may. */
export interface Grant {
  readonly action: string;
  readonly resource: string;
  /** Patterns of the only partition keys it is for; undefined when it is for all. */
  readonly leadingKeys: readonly string[] | undefined;
  meets(need: RequiredPermission): boolean;
}

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

// Strict: a condition, denial or exception that is not honoured here must not pass unseen.
const Statement = z.strictObject({
  Effect: z.literal('Allow'),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z
    .strictObject({ 'ForAllValues:StringLike': z.strictObject({ 'dynamodb:LeadingKeys': oneOrMore }) })
    .optional(),
});
const Role = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) })).default([]),
});

/**
 * What each role of the template may, by its ARN, told by its inline policies.
 * @throws ZodError for a policy that says more than the local stack knows to apply.
 */
export function grantsOf(template: ResolvedTemplate): Map<string, Grant[]> {
  const roles = template.resources('AWS::IAM::Role', Role);
  return new Map(
    roles.map(({ id, properties }) => {
      const statements = properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [template.arn(id), statements.flatMap(grantsIn).sort(narrowestFirst)];
    }),
  );
}

const grantsIn = ({ Action, Resource, Condition }: z.output<typeof Statement>): Grant[] => {
  const leadingKeys = Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys'];
  return Action.flatMap((action) => Resource.map((resource) => grant({ action, resource, leadingKeys })));
};

/** So that the first grant that meets a need is the one that says the most about it. */
const narrowestFirst = (a: Grant, b: Grant): number =>
  Number(a.leadingKeys === undefined) - Number(b.leadingKeys === undefined);

function grant(said: Omit<Grant, 'meets'>): Grant {
  const action = wildcard(said.action);
  const resource = wildcard(said.resource);
  const keys = said.leadingKeys?.map(wildcard);
  // IAM takes a request without keys for one that keeps to them; nothing of ours relies on that, so here it does not.
  const keepsTo = (named: readonly string[] | undefined): boolean =>
    keys === undefined || (named?.every((key) => keys.some((pattern) => pattern.test(key))) ?? false);
  return {
    ...said,
    meets: (need) => action.test(need.action) && resource.test(need.resource) && keepsTo(need.leadingKeys),
  };
}
