import { appendFileSync } from 'node:fs';
import * as z from 'zod';
import { AwsError } from './aws-answer.ts';
import { type Grant, grantsOf, type RequiredPermission } from './grants.ts';
import type { PartitionKeys } from './required-permissions.ts';
import { ACCOUNT, type ResolvedTemplate } from './template.ts';

/** Told of each refusal, and of each grant when it is first used, in words: who, action, resource, partition keys. */
export type IamRecorder = (kind: 'used' | 'refused', text: string) => void;

const FunctionProperties = z.object({ FunctionName: z.string(), Role: z.string() });
const TableProperties = z.object({
  TableName: z.string(),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

/** The identities of the template, and whether they may do what they ask for. */
export class Iam {
  /** Partition key of each table. */
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

  /** The function whose key signed a request; undefined for a key of the stack's own, which may do everything. */
  functionOf(authorization: string): string | undefined {
    const key = /Credential=([^/,\s]+)\//.exec(authorization)?.[1];
    return key !== undefined && this.#roles.has(key) ? key : undefined;
  }

  /** @throws AwsError as the services answer when a function's role does not allow all that a request needs. */
  checkFunction(name: string, needs: readonly RequiredPermission[]): void {
    this.checkRole(this.#roles.get(name) ?? '', needs, name);
  }

  /** Likewise for what a service does as a role. */
  checkRole(role: string, needs: readonly RequiredPermission[], session = 'service'): void {
    for (const need of needs) {
      const grant = this.#grants.get(role)?.find((each) => each.meets(need));
      if (grant === undefined) {
        const { action, resource } = need;
        this.#record('refused', this.#textOf(role, { action, resource }));
        throw new AccessDeniedError(role, session, need);
      }
      if (this.#used.has(grant)) continue;
      this.#used.add(grant);
      this.#record('used', this.#textOf(role, grant));
    }
  }

  /** Everything that the roles of the template may, in the words of the record. */
  all(): string[] {
    return [...this.#grants].flatMap(([role, grants]) => grants.map((grant) => this.#textOf(role, grant)));
  }

  /** A role is told by its function, where it has one. */
  #textOf(role: string, { action, resource, leadingKeys = [] }: RequiredPermission): string {
    const [name] = [...this.#roles].find(([, its]) => its === role) ?? [nameOf(role)];
    return [name, action, resource, ...leadingKeys].join(' ');
  }
}

class AccessDeniedError extends AwsError {
  constructor(role: string, session: string, { action, resource }: RequiredPermission) {
    const user = `arn:aws:sts::${ACCOUNT}:assumed-role/${nameOf(role)}/${session}`;
    super(
      // The services whose operations are paths say 403, those that name theirs in a header 400.
      /^(lambda|scheduler|iam|ses):/.test(action) ? 403 : 400,
      'AccessDeniedException',
      `User: ${user} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`,
    );
  }
}

const nameOf = (role: string): string => role.slice(role.indexOf('/') + 1);

/**
 * Appends each record as a line to the file that IAM_RECORD names, if it does, so that what several stacks did can be put
 * together; a refusal is logged besides.
 */
export function iamRecorder(log: (text: string) => void): IamRecorder {
  const file = process.env.IAM_RECORD;
  return (kind, text) => {
    if (file !== undefined) appendFileSync(file, `${kind} ${text}\n`);
    if (kind === 'refused') log(`${JSON.stringify({ level: 'error', event: 'iam.refused', request: text })}\n`);
  };
}
