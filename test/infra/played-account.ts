import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { templateFolder } from './template.ts';

const Resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
type Resource = z.output<typeof Resource>;
const Template = z.object({
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), z.object({ Export: z.object({ Name: z.string() }).optional() })).default({}),
});
const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.string().default(''),
      dependencies: z.array(z.string()).default([]),
      properties: z.object({ templateFile: z.string().optional() }).default({}),
    }),
  ),
});
const Variables = z.object({
  Environment: z.object({ Variables: z.object({ SERVICE_URL: z.unknown() }) }),
});
const Distribution = z.object({ DistributionConfig: z.object({ Origins: z.array(z.unknown()) }) });

/** A stack, as far as other stacks and callers notice it. */
interface PlayedStack {
  readonly exports: readonly string[];
  readonly imports: readonly string[];
  /** Type and name of each resource that has a name of ours, by the logical id. */
  readonly names: ReadonlyMap<string, string>;
  /** The addresses of the API that the console and the links of messages call. */
  readonly calls: readonly string[];
  /** The addresses of the API that the stack serves: its domain, and `execute-api` while it is not closed. */
  readonly serves: readonly string[];
}

const nameOf = ({ Type, Properties }: Resource): string | undefined =>
  [Properties[`${Type.split('::')[2]}Name`], Properties.Name].find((value) => typeof value === 'string');

const callsOf = ({ Properties }: Resource): string[] =>
  [
    ...[Variables.safeParse(Properties).data?.Environment.Variables.SERVICE_URL].filter((url) => url !== undefined),
    ...(Distribution.safeParse(Properties).data?.DistributionConfig.Origins ?? []),
  ].map((each) => JSON.stringify(each));

function servedBy({ Type, Properties }: Resource): string[] {
  if (Type === 'AWS::ApiGateway::DomainName') return [String(Properties.DomainName)];
  return Type === 'AWS::ApiGateway::RestApi' && Properties.DisableExecuteApiEndpoint !== true ? ['execute-api'] : [];
}

/** Names of these services are unique in the account, all other names in a region. */
const isGlobal = (type: string): boolean => /^AWS::(IAM|CloudFront|Budgets)::/.test(type);

function played(file: string, environment: string): PlayedStack {
  const text = readFileSync(file, 'utf8');
  const { Resources, Outputs } = Template.parse(JSON.parse(text));
  const resources = Object.values(Resources);
  return {
    exports: Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? []),
    imports: [...text.matchAll(/"Fn::ImportValue":\s*"([^"]+)"/g)].map(([, name = '']) => name),
    names: new Map(
      Object.entries(Resources).flatMap(([id, resource]) => {
        const name = nameOf(resource);
        return name === undefined
          ? []
          : [[id, `${resource.Type} ${name}${isGlobal(resource.Type) ? '' : ` in ${environment}`}`]];
      }),
    ),
    calls: resources.flatMap(callsOf).filter((address) => /execute-api|api\.example\.com/.test(address)),
    serves: resources.flatMap(servedBy),
  };
}

/** The stacks of a synthesised variant, each after those that it depends on. */
function inOrder(variant: string, isLastFirst: boolean): [string, PlayedStack][] {
  const { artifacts } = Manifest.parse(
    JSON.parse(readFileSync(join(templateFolder, variant, 'manifest.json'), 'utf8')),
  );
  const waiting = new Map(Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack'));
  const ordered: [string, PlayedStack][] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, { dependencies }]) => !dependencies.some((each) => waiting.has(each)));
    const next = ready.at(isLastFirst ? -1 : 0);
    if (next === undefined) throw new Error('The stacks wait for each other');
    const [name, { environment, properties }] = next;
    waiting.delete(name);
    ordered.push([name, played(join(templateFolder, variant, properties.templateFile ?? ''), environment)]);
  }
  return ordered;
}

/** An account in which stages deploy by the rules of CloudFormation about exports and names. */
export class PlayedAccount {
  readonly #stacks = new Map<string, PlayedStack>();

  /**
   * Deploys every stack of a variant, as the CDK does: each after those that it depends on.
   * @param isLastFirst of several stacks that may deploy next, whether the last one does.
   * @returns the names of the stacks in the order of their deploys.
   * @throws Error where CloudFormation refuses an update, or where something calls an address that nothing serves.
   */
  deploy(variant: string, isLastFirst = false): string[] {
    const stacks = inOrder(variant, isLastFirst);
    for (const [name, stack] of stacks) this.#update(name, stack);
    return stacks.map(([name]) => name);
  }

  /** @throws Error while another stack uses an export of the stack. */
  delete(name: string): void {
    this.#refuseLostExports(name, []);
    this.#stacks.delete(name);
    this.#refuseClosedAddresses();
  }

  names(): string[] {
    return [...this.#stacks.keys()];
  }

  #update(name: string, stack: PlayedStack): void {
    const others = [...this.#stacks].filter(([other]) => other !== name).map(([, other]) => other);
    this.#refuseLostExports(name, stack.exports);
    const exported = others.flatMap(({ exports }) => exports);
    const unknown = stack.imports.find((each) => !exported.includes(each));
    if (unknown !== undefined) throw new Error(`No export named ${unknown} found`);
    const before = this.#stacks.get(name)?.names ?? new Map<string, string>();
    const taken = others.flatMap(({ names }) => [...names.values()]);
    for (const [id, own] of stack.names) {
      // CloudFormation creates before it deletes, so a name that moves to another logical id is still taken.
      const isMoved = before.get(id) !== own && [...before.values()].includes(own);
      if (taken.includes(own) || isMoved) throw new Error(`${own} already exists`);
    }
    this.#stacks.set(name, stack);
    this.#refuseClosedAddresses();
  }

  #refuseLostExports(name: string, left: readonly string[]): void {
    for (const lost of this.#stacks.get(name)?.exports ?? []) {
      const user = [...this.#stacks].find(([other, { imports }]) => other !== name && imports.includes(lost));
      if (!left.includes(lost) && user !== undefined) {
        throw new Error(`Cannot delete export ${lost} as it is in use by ${user[0]}`);
      }
    }
  }

  #refuseClosedAddresses(): void {
    const stacks = [...this.#stacks.values()];
    const served = stacks.flatMap(({ serves }) => serves);
    const closed = stacks
      .flatMap(({ calls }) => calls)
      .find((call) => !served.some((address) => call.includes(address)));
    if (closed !== undefined) throw new Error(`Nothing serves the API at ${closed}`);
  }
}
