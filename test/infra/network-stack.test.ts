import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { ReadableTemplate } from './template.ts';

const network = new ReadableTemplate('other-prod', 'network');
const main = new ReadableTemplate('other-prod');
const functions = main.properties('AWS::Lambda::Function');
const withVpc = functions.filter(({ VpcConfig }) => VpcConfig !== undefined);

describe('A stage with egress through NAT', () => {
  it('has two addresses that outlive their stack, and says which', () => {
    const addresses = network.all('AWS::EC2::EIP');
    expect(addresses.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(Array(2).fill('RetainExceptOnCreate'));
    expect(JSON.parse(network.text)[0].Outputs.EgressAddresses.Value).toEqual({
      'Fn::Join': [', ', [{ Ref: 'Address1' }, { Ref: 'Address2' }]],
    });
    expect(network.isProtected).toBe(true);
  });

  it('has a NAT gateway with such an address in each of two zones', () => {
    const gateways = network.properties('AWS::EC2::NatGateway');
    expect(gateways.map(({ AllocationId }) => AllocationId)).toEqual([
      'Address1.AllocationId',
      'Address2.AllocationId',
    ]);
    const subnets = gateways.map(({ SubnetId }) => network.resources[String(SubnetId)]?.Properties.AvailabilityZone);
    expect(new Set(subnets.map((zone) => JSON.stringify(zone))).size).toBe(2);
    const routes = network.properties('AWS::EC2::Route').filter(({ NatGatewayId }) => NatGatewayId !== undefined);
    expect(new Set(routes.map(({ NatGatewayId }) => NatGatewayId)).size).toBe(2);
    for (const { DestinationCidrBlock } of routes) expect(DestinationCidrBlock).toBe('0.0.0.0/0');
  });

  it('runs only the function that posts webhooks there, in the subnets behind the gateways', () => {
    expect(withVpc.map(({ FunctionName }) => FunctionName)).toEqual(['chainwatch-prod-deliver']);
    const Config = z.object({ SubnetIds: z.array(z.string()), SecurityGroupIds: z.array(z.string()) });
    const { SubnetIds, SecurityGroupIds } = Config.parse(withVpc[0]?.VpcConfig);
    expect(SubnetIds).toEqual([
      expect.stringContaining('functionsSubnet1'),
      expect.stringContaining('functionsSubnet2'),
    ]);
    expect(SecurityGroupIds).toHaveLength(1);
    expect(main.dependencies).toContain('chainwatch-prod-network');
  });

  it('lets that function, and no other, join a network', () => {
    const roles = Object.entries(main.resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
    const joining = roles.filter(([, { Properties }]) => JSON.stringify(Properties).includes('ec2:'));
    expect(joining.map(([id]) => id)).toEqual([expect.stringMatching(/^FunctionsdeliverRole/)]);
  });

  it('reaches the table without the NAT, which costs by the gigabyte', () => {
    expect(network.properties('AWS::EC2::VPCEndpoint')).toMatchObject([
      { VpcEndpointType: 'Gateway', ServiceName: expect.stringContaining('dynamodb') },
    ]);
  });

  it('lets nobody connect to the function', () => {
    expect(network.all('AWS::EC2::SecurityGroupIngress')).toEqual([]);
    expect(network.one('AWS::EC2::SecurityGroup')).not.toHaveProperty('SecurityGroupIngress');
  });

  it('has no AwsSolutions finding without an acknowledged reason, in either stack', () => {
    expect([...network.findings, ...main.findings]).toEqual([]);
  });

  it('needs no name of a zone, which only the account knows', () => {
    expect(network.text).not.toMatch(/dummy1|eu-west-1a/);
  });
});

describe('A stage without egress through NAT', () => {
  it.each(['local', 'dev', 'staging', 'prod'])('runs no function of %s in a network of its own', (name) => {
    const template = new ReadableTemplate(name);
    expect(template.text).not.toContain('VpcConfig');
    expect(template.text).not.toContain('ec2:');
  });
});
