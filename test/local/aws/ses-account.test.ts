import { describe, expect, it } from '@jest/globals';
import { SendEmail } from '../../../local/aws/ses.ts';
import { Ses } from '../../../local/aws/ses-account.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';

const template = resolveTemplate(
  {
    Resources: {
      Set: { Type: 'AWS::SES::ConfigurationSet', Properties: { Name: 'set' } },
      Quiet: { Type: 'AWS::SES::ConfigurationSet', Properties: { Name: 'quiet' } },
      Feedback: {
        Type: 'AWS::SES::ConfigurationSetEventDestination',
        Properties: {
          ConfigurationSetName: 'set',
          EventDestination: {
            MatchingEventTypes: ['bounce', 'complaint'],
            EventBridgeDestination: { EventBusArn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' },
          },
        },
      },
    },
  },
  { stackName: 's', awsEndpoint: 'http://x' },
);

function anAccount({ sandbox = false } = {}) {
  const events: { 'detail-type': string; detail: object }[] = [];
  const putEvent = (event: object) => void events.push(Object(event));
  const ses = new Ses({ template, identities: ['example.com', 'me@home.example'], sandbox, putEvent });
  const send = (to: string, more: object = {}) =>
    ses.send(
      SendEmail.parse({
        FromEmailAddress: 'Alerts <alerts@example.com>',
        ConfigurationSetName: 'set',
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: 's' }, Body: {} } },
        EmailTags: [{ Name: 'organisation', Value: 'acme' }],
        ...more,
      }),
    );
  return { ses, events, send, arrived: () => ses.mailbox.mails.map(({ to }) => to[0]) };
}

describe('The emulated account of SES', () => {
  it('delivers a mail of a verified sender, also from a subdomain, and reports nothing', () => {
    const { send, arrived, events } = anAccount();
    send('anybody@elsewhere.example');
    send('anybody@elsewhere.example', { FromEmailAddress: 'alerts@mail.example.com' });
    expect(arrived()).toHaveLength(2);
    expect(events).toEqual([]);
  });

  it('refuses a sender that is not verified, and a configuration set that does not exist', () => {
    const { send, arrived } = anAccount();
    expect(() => send('a@b.example', { FromEmailAddress: 'alerts@other.example' })).toThrow(
      'Email address is not verified. The following identities failed the check in region US-EAST-1: alerts@other',
    );
    expect(() => send('a@b.example', { ConfigurationSetName: 'none' })).toThrow('<none> does not exist');
    expect(arrived()).toEqual([]);
  });

  it('sends in the sandbox only to verified identities and to the simulator', () => {
    const { send, arrived } = anAccount({ sandbox: true });
    send('me@home.example');
    send('success@simulator.amazonses.com');
    expect(() => send('you@home.example')).toThrow('Email address is not verified.');
    expect(arrived()).toEqual(['success@simulator.amazonses.com', 'me@home.example']);
  });

  it('asks for the identities and the configuration set, in the sandbox also for the identity of the recipient', () => {
    const resources = (sandbox: boolean) =>
      anAccount({ sandbox })
        .ses.permissionsFor(
          SendEmail.parse({
            FromEmailAddress: 'alerts@mail.example.com',
            ConfigurationSetName: 'set',
            Destination: { ToAddresses: ['me@home.example'] },
            Content: { Simple: { Subject: { Data: 's' }, Body: {} } },
          }),
        )
        .map(({ resource, fromAddress }) => `${resource.split(':').at(-1)} ${fromAddress}`);
    const [from, set] = ['identity/example.com', 'configuration-set/set'];
    const sender = 'alerts@mail.example.com';
    expect(resources(false)).toEqual([`${from} ${sender}`, `${set} ${sender}`]);
    expect(resources(true)).toEqual([`${from} ${sender}`, `identity/me@home.example ${sender}`, `${set} ${sender}`]);
  });

  it.each<[string, string | null, object, boolean]>([
    ['success', null, {}, true],
    ['bounce', 'Email Bounced', { bounce: { bounceType: 'Permanent', bounceSubType: 'General' } }, false],
    ['ooto', 'Email Bounced', { bounce: { bounceType: 'Transient', bounceSubType: 'General' } }, true],
    ['suppressionlist', 'Email Bounced', { bounce: { bounceType: 'Permanent', bounceSubType: 'Suppressed' } }, false],
    ['complaint', 'Email Complaint Received', { complaint: { complaintFeedbackType: 'abuse' } }, true],
  ])('plays the mailbox %s of the simulator, also with a label', (name, type, detail, arrives) => {
    const { send, arrived, events } = anAccount();
    const messageId = send(`${name}+label@simulator.amazonses.com`);
    expect(arrived()).toHaveLength(arrives ? 1 : 0);
    const mail = { messageId, tags: { 'ses:configuration-set': ['set'], organisation: ['acme'] } };
    expect(events).toMatchObject(type === null ? [] : [{ 'detail-type': type, detail: { ...detail, mail } }]);
  });

  it('takes a mail to a suppressed address, sends nothing and reports why, until the address leaves the list', () => {
    const { ses, send, arrived, events } = anAccount();
    ses.suppress('Gone@Example.org', 'BOUNCE');
    ses.suppress('angry@example.org', 'COMPLAINT');
    send('gone@example.org');
    send('angry@example.org');
    expect(arrived()).toEqual([]);
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { bounce: { bounceType: 'Permanent', bounceSubType: 'OnAccountSuppressionList' } },
      { complaint: { complaintSubType: 'OnAccountSuppressionList' } },
    ]);
    ses.unsuppress('gone@example.org');
    send('gone@example.org');
    expect(arrived()).toEqual(['gone@example.org']);
    expect(() => ses.unsuppress('gone@example.org')).toThrow('does not exist on your suppression list');
  });

  it('reports nothing about a configuration set without event destination', () => {
    const { send, events } = anAccount();
    send('bounce@simulator.amazonses.com', { ConfigurationSetName: 'quiet' });
    expect(events).toEqual([]);
  });
});
