import { parseArgs } from 'node:util';
import { chainIds } from '../../lib/chains/registry.ts';
import { AdminAction } from '../../lib/operation/admin/admin-actions.ts';
import { messageOf } from '../processes/user-error.ts';
import { callAdmin, printed, type StackPlace, stackOptions } from './admin-call.ts';
import { DEFAULT_DATA_DIR } from './start-options.ts';

const usage = `npm run chain:resume -- CHAIN [--from HEIGHT] [--port PORT] [--data-dir DIR]

CHAIN is one of ${chainIds.join(', ')}.
Without --from, the scans continue where they stopped.`;

function commandLine(): { action: AdminAction; place: StackPlace } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, ...stackOptions },
    });
    const [chain, ...more] = positionals;
    const from = values.from;
    if (chain === undefined || more.length > 0) throw new Error('Name one chain.');
    if (from !== undefined && !/^\d+$/.test(from)) throw new Error('--from must be a height');
    const action = AdminAction.safeParse({
      action: 'resumeChain',
      chain,
      ...(from !== undefined && { fromHeight: Number(from) }),
    });
    if (!action.success) throw new Error(`${chain}${from === undefined ? '' : ` from ${from}`} cannot be resumed`);
    return { action: action.data, place: { port: values.port, dataDir: values['data-dir'] ?? DEFAULT_DATA_DIR } };
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

/** Resumes the scans of a stopped chain and prints the cursor. */
const { action, place } = commandLine();
await printed(callAdmin(place, action));
