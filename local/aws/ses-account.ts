import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { AwsError } from './aws-answer.ts';
import type { PutEvent } from './event-rules.ts';
import type { RequiredPermission } from './grants.ts';
import { permissionsToSendMail } from './required-permissions.ts';
import { Mailbox, type SendEmail } from './ses.ts';
import { arrives, fateOf, feedbackEvent, isSimulated, type Suppression } from './ses-feedback.ts';
import { REGION, type ResolvedTemplate } from './template.ts';

const ConfigurationSet = z.object({
  Name: z.string(),
  SuppressionOptions: z.object({ SuppressedReasons: z.array(z.enum(['BOUNCE', 'COMPLAINT'])) }).optional(),
});
const EventDestination = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: z.boolean().default(true),
    /** CloudFormation spells the types in lower case, and the API in upper case. */
    MatchingEventTypes: z.array(z.string().toLowerCase()),
    EventBridgeDestination: z.object({ EventBusArn: z.string().endsWith(':event-bus/default') }),
  }),
});

export interface SesOptions {
  readonly template: ResolvedTemplate;
  readonly putEvent: PutEvent;
  /** The addresses and domains that the account has verified. */
  readonly identities: readonly string[];
  /** In the sandbox, SES sends only to verified identities and to the mailbox simulator. */
  readonly sandbox?: boolean;
}

/** SES as one account has it: identities, configuration sets, the sandbox, the suppression list, and feedback. */
export class Ses {
  readonly mailbox = new Mailbox();
  /** The suppression list of the account. SES compares addresses without regard to case. */
  readonly #suppressed = new Map<string, Suppression>();
  readonly #sets: ReadonlyMap<string, { suppresses: readonly Suppression[]; events: readonly string[] }>;
  readonly #options: SesOptions;

  constructor(options: SesOptions) {
    this.#options = options;
    const destinations = options.template.resources('AWS::SES::ConfigurationSetEventDestination', EventDestination);
    this.#sets = new Map(
      options.template.resources('AWS::SES::ConfigurationSet', ConfigurationSet).map(({ properties }) => [
        properties.Name,
        {
          suppresses: properties.SuppressionOptions?.SuppressedReasons ?? ['BOUNCE', 'COMPLAINT'],
          events: destinations
            .map((destination) => destination.properties)
            .filter(({ ConfigurationSetName }) => ConfigurationSetName === properties.Name)
            .flatMap(({ EventDestination: { Enabled, MatchingEventTypes } }) => (Enabled ? MatchingEventTypes : [])),
        },
      ]),
    );
  }

  /** The permissions that a mail requires. In the sandbox these include the verified identities of its recipients. */
  permissionsFor({ FromEmailAddress, Destination, ConfigurationSetName }: SendEmail): RequiredPermission[] {
    const sender = addressIn(FromEmailAddress);
    const recipients = this.#options.sandbox ? Destination.ToAddresses : [];
    const identities = [
      this.#identityOf(sender) ?? domainOf(sender),
      ...recipients.flatMap((address) => this.#identityOf(addressIn(address)) ?? []),
    ];
    return permissionsToSendMail(sender, identities, ConfigurationSetName);
  }

  /**
   * Takes a mail as SES does, and returns its id. SES also takes a mail to an address that it suppresses.
   * @throws AwsError `MessageRejected` or `NotFoundException`.
   */
  send(mail: SendEmail): string {
    const recipients = mail.Destination.ToAddresses.map(addressIn);
    const checked = [addressIn(mail.FromEmailAddress), ...(this.#options.sandbox ? recipients : [])];
    const failed = checked.filter((address) => !isSimulated(address) && this.#identityOf(address) === undefined);
    if (failed.length > 0) {
      const region = REGION.toUpperCase();
      const text = `The following identities failed the check in region ${region}: ${failed.join(', ')}`;
      throw new AwsError(400, 'MessageRejected', `Email address is not verified. ${text}`);
    }
    const name = mail.ConfigurationSetName;
    const set = name === undefined ? undefined : this.#sets.get(name);
    if (name !== undefined && set === undefined) {
      throw new AwsError(404, 'NotFoundException', `Configuration set <${name}> does not exist.`);
    }
    const id = randomUUID();
    for (const to of recipients) {
      const reason = this.#suppressed.get(to.toLowerCase());
      const fate = fateOf(
        to,
        (set?.suppresses ?? ['BOUNCE', 'COMPLAINT']).find((each) => each === reason),
      );
      if (arrives(fate)) this.mailbox.add(mail, id, new Date());
      if (fate.kind === 'delivered' || !set?.events.includes(fate.kind)) continue;
      this.#options.putEvent(feedbackEvent(mail, to, id, fate));
    }
    return id;
  }

  suppress(address: string, reason: Suppression): void {
    this.#suppressed.set(address.toLowerCase(), reason);
  }

  /** @throws AwsError `NotFoundException` when the address is not on the suppression list. */
  unsuppress(address: string): void {
    if (this.#suppressed.delete(address.toLowerCase())) return;
    throw new AwsError(404, 'NotFoundException', `Email address ${address} does not exist on your suppression list.`);
  }

  /** The most specific verified identity of an address: the address, its domain or a parent domain. */
  #identityOf(address: string): string | undefined {
    const labels = domainOf(address).split('.');
    const candidates = [address, ...labels.map((_, n) => labels.slice(n).join('.'))];
    return candidates.find((candidate) => this.#options.identities.includes(candidate));
  }
}

/** The address in `Name <address>`. */
const addressIn = (text: string): string => /<([^>]*)>$/.exec(text)?.[1] ?? text;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
