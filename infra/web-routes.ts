/** What a path of the pages leads to: a file below `dist-web/`, or another path. */
type WebRoute = { readonly file: string } | { readonly redirect: string; readonly status: number };

/**
 * The route of a path. CloudFront and the local stack route alike, because the CDK stack writes the text of this
 * function into a CloudFront Function. So the function refers to nothing outside itself, and uses only what the
 * JavaScript of CloudFront has.
 * @param path still encoded, without the query string.
 */
export function webRouteOf(path: string): WebRoute {
  // A browser keeps a permanent redirect, and another program may use this port of the local machine one day.
  if (path === '/') return { redirect: '/console/', status: 302 };
  if (/^\/(console|docs|docs\/guides)$/.test(path)) return { redirect: `${path}/`, status: 308 };
  // The console shows its pages at paths of their own. Such a path has no file extension.
  if (path.startsWith('/console/') && !/\.[^/]*$/.test(path)) return { file: '/console/index.html' };
  // People leave out the extension when they write the address of a guide from memory.
  if (/^\/docs\/guides\/[\w-]+$/.test(path)) return { redirect: `${path}.html`, status: 308 };
  return { file: /^\/docs\/(guides\/)?$/.test(path) ? `${path}index.html` : path };
}
