import * as z from 'zod';
import type { ResolvedTemplate } from './template.ts';
import { wildcard } from './wildcard.ts';

/** A permission that a request requires: an action on a resource, in the notation of IAM. */
export interface RequiredPermission {
  readonly action: string;
  readonly resource: string;
  /** The partition keys of the items in the request; undefined if the request names no item. */
  readonly leadingKeys?: readonly string[];
  /** The sender of the mail in the request; undefined if the request sends no mail. */
  readonly fromAddress?: string;
  /** The service that gets the role in the request; undefined if the request passes no role. */
  readonly passedTo?: string;
}

/** A permission that a role grants: an action on a resource. */
export interface Grant {
  readonly action: string;
  readonly resource: string;
  /** Patterns of the partition keys that the grant covers; undefined if the grant covers all items. */
  readonly leadingKeys: readonly string[] | undefined;
  /** The only sender that the grant covers; undefined if the grant covers all senders. */
  readonly fromAddress: string | undefined;
  /** The only service that may get the role; undefined if the grant covers all services. */
  readonly passedTo: string | undefined;
  covers(permission: RequiredPermission): boolean;
}

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

// Strict: the parser refuses any condition, denial or exception that this file does not apply.
const Statement = z.strictObject({
  Effect: z.literal('Allow'),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z
    .strictObject({
      'ForAllValues:StringLike': z.strictObject({ 'dynamodb:LeadingKeys': oneOrMore }).optional(),
      StringEquals: z
        .strictObject({ 'ses:FromAddress': z.string().optional(), 'iam:PassedToService': z.string().optional() })
        .optional(),
    })
    .optional(),
});
const Role = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) })).default([]),
});

/**
 * The grants in the inline policies of each role of the template, by the ARN of the role.
 * @throws ZodError for a policy with a part that the local stack does not support.
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
  const leadingKeys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
  const fromAddress = Condition?.StringEquals?.['ses:FromAddress'];
  const passedTo = Condition?.StringEquals?.['iam:PassedToService'];
  const conditions = { leadingKeys, fromAddress, passedTo };
  return Action.flatMap((action) => Resource.map((resource) => grant({ action, resource, ...conditions })));
};

/** Orders grants with conditions first. The first grant that covers a permission is then the most specific grant. */
const narrowestFirst = (a: Grant, b: Grant): number =>
  Number(a.leadingKeys === undefined) - Number(b.leadingKeys === undefined);

function grant(fields: Omit<Grant, 'covers'>): Grant {
  const action = wildcard(fields.action);
  const resource = wildcard(fields.resource);
  const keys = fields.leadingKeys?.map(wildcard);
  // In IAM a request without keys satisfies a condition on keys. No function relies on this, so the stack refuses such
  // a request.
  const keepsTo = (named: readonly string[] | undefined): boolean =>
    keys === undefined || (named?.every((key) => keys.some((pattern) => pattern.test(key))) ?? false);
  return {
    ...fields,
    covers: (permission) =>
      action.test(permission.action) &&
      resource.test(permission.resource) &&
      keepsTo(permission.leadingKeys) &&
      (fields.fromAddress === undefined || fields.fromAddress === permission.fromAddress) &&
      (fields.passedTo === undefined || fields.passedTo === permission.passedTo),
  };
}
