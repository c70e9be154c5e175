/** An environment variable that real-setup.ts sets. */
export function stackUrl(name: 'STACK_URL' | 'STACK_AWS_URL' | 'STACK_ANVIL_URL'): string {
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: the stack is not running`);
  return url;
}
