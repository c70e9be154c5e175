import { createPublicKey, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { AuditFile, type AuditKey, type AuditProof } from '../audit/audit-file.ts';
import { boundedLines } from '../base/bounded-lines.ts';
import { type Cli, command } from '../base/command.ts';
import { CommandError, EXIT, wrongUse } from '../base/failures.ts';
import { readInput } from '../base/read-input.ts';
import { readValue } from '../manifest/read-manifest.ts';

/** An entry is an item of the table of the service, which holds 400 KB. */
const MOST_BYTES = 1024 * 1024;

export const auditVerifyCommand = (cli: Cli) =>
  command('verify', 'Verify an audit file without an account or a network', [
    'audit verify audit.jsonl --key audit-key.pem',
    'audit verify - --key audit-key.json --json < audit.jsonl',
  ])
    .argument('<file>', 'what `audit export` wrote; `-` for stdin')
    .requiredOption('--key <file>', 'the public key: what `audit key` printed, as PEM or JSON')
    .action(async (name, { key }) => {
      const file = new AuditFile(keyIn(readInput(key).toString('utf8')));
      let found: ReturnType<AuditFile['add']> = null;
      for await (const line of boundedLines(name, MOST_BYTES)) {
        found = file.add(line);
        if (found !== null) break;
      }
      const result = found ?? file.end();
      const isValid = !('problem' in result);
      if (cli.output.json) cli.output.document({ valid: isValid, ...result });
      if (!isValid) throw new CommandError(`Not valid, line ${result.line}: ${result.problem}`, EXIT.differs);
      if (!cli.output.json)
        cli.output.text(
          textOf(result)
            .map((line) => `${line}\n`)
            .join(''),
        );
    });

function textOf({ checkpoints, covered, notCovered, from, to, root, previous }: AuditProof): string[] {
  return [
    'valid',
    `entries: ${covered}, in ${checkpoints} checkpoints, from ${from} to ${to}`,
    `not covered yet: ${notCovered}`,
    `root of the last checkpoint: ${root}`,
    ...(previous === null ? [] : [`The file begins after the checkpoint with the root ${previous}`]),
  ];
}

const KeyDocument = z.object({ keyId: z.string(), publicKey: z.string() });

/** The key of a PEM, or of the JSON that `GET /api/audit/key` answers. @throws CommandError */
function keyIn(text: string): AuditKey {
  if (!text.trimStart().startsWith('{')) return { publicKey: signingKey(text) };
  const parsed = KeyDocument.safeParse(readValue(text, '--key'));
  if (!parsed.success) throw wrongUse('--key must be a PEM, or JSON with keyId and publicKey.');
  const { keyId, publicKey } = parsed.data;
  return { keyId, publicKey: signingKey(publicKey) };
}

function signingKey(pem: string): string {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw wrongUse('--key holds no public key in PEM.');
  }
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return pem;
  throw wrongUse('--key must be a key of the curve P-256.');
}
