/** A host that no address of ours can name. */
const here = 'http://here.invalid'

/**
 * Returns the page to open after signing in: an address of this site, as a path. External and invalid addresses, and
 * the pages for signing in and out, are replaced by the start page.
 */
export function toSafeReturnUrl(text: string | undefined): string {
  // Browsers take a backslash for a slash, and leave out tabs and line breaks.
  if (text === undefined || !/^\/(?![/\\])/.test(text) || /[\\\p{Cc}]/u.test(text)) return '/'
  const url = URL.parse(text, here)
  if (url === null || url.origin !== here || url.pathname.startsWith('//')) return '/'
  if (
    /^\/(login|logout|sessionLogout|forgotPassword|password|applicationError|unauthorizedError)(\/|$)/.test(
      url.pathname,
    )
  )
    return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
