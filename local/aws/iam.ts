import { appendFileSync } from 'node:fs';
import * as z from 'zod';
import { type Caller, callerIn } from './access-keys.ts';
import { AwsError } from './aws-answer.ts';
import { type Grant, grantsOf, type RequiredPermission } from './grants.ts';
import type { PartitionKeys } from './required-permissions.ts';
import { ACCOUNT, type ResolvedTemplate } from './template.ts';

/** Called for each refusal, and for each grant on its first use. `text` is: role, action, resource, partition keys. */
export type IamRecorder = (kind: 'used' | 'refused', text: string) => void;

const FunctionProperties = z.object({ FunctionName: z.string(), Role: z.string() });
const TableProperties = z.object({
  TableName: z.string(),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

/** Knows the roles of the template and decides whether a role allows a request. */
export class Iam {
  /** The name of the partition key of each table. */
  readonly partitionKeys: PartitionKeys;
  readonly #grants: ReadonlyMap<string, readonly Grant[]>;
  readonly #roles: ReadonlyMap<string, string>;
  readonly #used = new Set<Grant>();
  readonly #record: IamRecorder;

  constructor(template: ResolvedTemplate, record: IamRecorder) {
    this.#record = record;
    this.#grants = grantsOf(template);
    this.#roles = new Map(
      template
        .resources('AWS::Lambda::Function', FunctionProperties)
        .map(({ properties: { FunctionName, Role } }) => [FunctionName, Role]),
    );
    this.partitionKeys = new Map(
      template
        .resources('AWS::DynamoDB::Table', TableProperties)
        .map(({ properties: { TableName, KeySchema } }) => [
          TableName,
          KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
        ]),
    );
  }

  /** The instance whose key signed a request; undefined for the key of the stack itself, which may do everything. */
  callerOf(authorization: string): Caller | undefined {
    const caller = callerIn(authorization);
    return caller !== undefined && this.#roles.has(caller.functionName) ? caller : undefined;
  }

  /** The function whose key signed a request; undefined for the key of the stack itself. */
  functionOf(authorization: string): string | undefined {
    return this.callerOf(authorization)?.functionName;
  }

  /** @throws AwsError as the services answer, when the role of a function lacks one of these permissions. */
  checkFunction(name: string, required: readonly RequiredPermission[]): void {
    this.checkRole(this.#roles.get(name) ?? '', required, name);
  }

  /** @throws AwsError when a role that a service assumes lacks one of these permissions. */
  checkRole(role: string, required: readonly RequiredPermission[], session = 'service'): void {
    for (const permission of required) {
      const grant = this.#grants.get(role)?.find((each) => each.covers(permission));
      if (grant === undefined) {
        const { action, resource, leadingKeys } = permission;
        this.#record('refused', this.#textOf(role, { action, resource, leadingKeys: leadingKeys?.map(beginningOf) }));
        throw new AccessDeniedError(role, session, permission);
      }
      if (this.#used.has(grant)) continue;
      this.#used.add(grant);
      this.#record('used', this.#textOf(role, grant));
    }
  }

  /** All grants of the template, in the format of the record. */
  all(): string[] {
    return [...this.#grants].flatMap(([role, grants]) => grants.map((grant) => this.#textOf(role, grant)));
  }

  /** Names a role by its function, if a function has the role. */
  #textOf(role: string, { action, resource, leadingKeys = [] }: RequiredPermission): string {
    const [name] = [...this.#roles].find(([, its]) => its === role) ?? [nameOf(role)];
    return [name, action, resource, ...leadingKeys].join(' ');
  }
}

class AccessDeniedError extends AwsError {
  constructor(role: string, session: string, { action, resource }: RequiredPermission) {
    const user = `arn:aws:sts::${ACCOUNT}:assumed-role/${nameOf(role)}/${session}`;
    super(
      // Services with REST paths answer 403. Services that name the operation in a header answer 400.
      /^(lambda|scheduler|iam|s3|ses):/.test(action) ? 403 : 400,
      'AccessDeniedException',
      `User: ${user} is not authorized to perform: ${action} on resource: ${resource} ` +
        `because no identity-based policy allows the ${action} action`,
    );
  }
}

/** The beginning of a partition key. Ids would make a line of its own for each item. */
const beginningOf = (key: string): string => key.split('#')[0] ?? key;

const nameOf = (role: string): string => role.slice(role.indexOf('/') + 1);

/**
 * Appends each record as a line to the file that the variable IAM_RECORD names, if the variable is set. Several stacks
 * can append to the same file. Logs each refusal in addition.
 */
export function iamRecorder(log: (text: string) => void): IamRecorder {
  const file = process.env.IAM_RECORD;
  return (kind, text) => {
    if (file !== undefined) appendFileSync(file, `${kind} ${text}\n`);
    if (kind === 'refused') log(`${JSON.stringify({ level: 'error', event: 'iam.refused', request: text })}\n`);
  };
}
