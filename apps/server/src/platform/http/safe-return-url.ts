/** A host that no address of ours can name. */
const here = 'http://here.invalid'

/**
 * Returns the page to go to after signing in: an address of this site, as a path. Whatever leads elsewhere, or cannot
 * be read, becomes the first page. So do the pages of signing in and out, which would lead in a circle.
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
