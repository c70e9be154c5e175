import { stateMachine } from '../../platform/table/state-machine.ts';
import { EmailAddressStatus } from './schema.ts';

export const emailAddressStates = stateMachine('E-mail address', 'status', EmailAddressStatus.options, {
  add: { from: ['nothing'], to: 'pending', because: 'The settings name a new address.' },
  adopt: {
    from: ['nothing'],
    to: 'confirmed',
    because: 'A mail goes to an address that the settings had before addresses had to be confirmed.',
  },
  ask: {
    from: ['pending', 'bounced', 'unsubscribed'],
    to: 'pending',
    because: 'A confirmation mail with a new link is about to be sent.',
  },
  confirm: {
    from: ['pending'],
    to: 'confirmed',
    when: [{ same: 'linkHash' }],
    because: 'The recipient used the link within 48 hours.',
  },
  bounce: { from: ['pending', 'confirmed'], to: 'bounced', because: 'A mail came back for good.' },
  complain: {
    from: ['pending', 'confirmed', 'bounced', 'unsubscribed'],
    to: 'complained',
    because: 'The recipient marked a mail as spam.',
  },
  unsubscribe: {
    from: ['pending', 'confirmed', 'bounced'],
    to: 'unsubscribed',
    because: 'The recipient used the link to unsubscribe.',
  },
});
