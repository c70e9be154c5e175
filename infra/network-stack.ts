import { type App, CfnOutput, Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnEIP, GatewayVpcEndpointAwsService, NatProvider, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { Stage } from './stages.ts';

/** A NAT gateway in each of two zones: the loss of a zone stops no delivery. */
const ZONES = 2;

/** Where a function runs whose receivers know its addresses. */
export interface Network {
  readonly vpc: Vpc;
  readonly securityGroup: SecurityGroup;
}

/** A network whose connections to the internet come from two addresses that stay the same. */
export class NetworkStack extends Stack implements Network {
  readonly vpc: Vpc;
  readonly securityGroup: SecurityGroup;

  constructor(scope: App, stage: Stage, isProtected: boolean) {
    super(scope, `chainwatch-${stage.name}-network`, {
      ...(stage.env && { env: stage.env }),
      terminationProtection: isProtected,
    });
    const addresses = Array.from({ length: ZONES }, (_, n) => new CfnEIP(this, `Address${n + 1}`, { domain: 'vpc' }));
    // Receivers allow these addresses: AWS would not give them back.
    for (const address of addresses) address.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    this.vpc = new Vpc(this, 'Vpc', {
      vpcName: this.stackName,
      maxAzs: ZONES,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: addresses.map(({ attrAllocationId }) => attrAllocationId),
      }),
      subnetConfiguration: [
        { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
        { name: 'functions', subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
      ],
      // Free of charge. An interface endpoint costs more than what the few calls of other services pay in the NAT.
      gatewayEndpoints: { table: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
    });
    Validations.of(this.vpc).acknowledge({
      id: 'AwsSolutions-VPC7',
      reason: 'Only one function runs here, and its log names each connection.',
    });
    this.securityGroup = new SecurityGroup(this, 'Functions', {
      vpc: this.vpc,
      description: 'Functions that connect to receivers. Nothing connects to them.',
      allowAllOutbound: true,
    });
    new CfnOutput(this, 'EgressAddresses', {
      value: Fn.join(
        ', ',
        addresses.map(({ ref }) => ref),
      ),
    });
  }

  /** The zones by their place in the list of the region, so that no synthesis asks the account for their names. */
  override get availabilityZones(): string[] {
    return Array.from({ length: ZONES }, (_, n) => Fn.select(n, Fn.getAzs()));
  }
}
