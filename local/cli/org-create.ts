import { parseArgs } from 'node:util';
import { messageOf } from '../processes/user-error.ts';
import { callAdmin, printed, type StackPlace, stackOptions } from './admin-call.ts';
import { createOrganisationEvent, NewOrganisation } from './first-organisation.ts';
import { DEFAULT_DATA_DIR } from './start-options.ts';

const usage = 'npm run org:create -- --name NAME [--port PORT] [--data-dir DIR]';

/** Creates an organisation with an admin key. */
async function create({ name, ...place }: { name: string } & StackPlace): Promise<NewOrganisation> {
  return NewOrganisation.parse(await callAdmin(place, createOrganisationEvent(name)));
}

function commandLine(): { name: string } & StackPlace {
  try {
    const { values } = parseArgs({ options: { name: { type: 'string' }, ...stackOptions } });
    if (!values.name?.trim()) throw new Error('--name is missing: the name of the organisation');
    return { name: values.name, port: values.port, dataDir: values['data-dir'] ?? DEFAULT_DATA_DIR };
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

await printed(create(commandLine()));
