/** Content from other people that a browser gets: files, attachments, values and resources of deployments. */
export interface ForeignContent {
  readonly contentType: string
  /** Null: the browser takes the end of the address. */
  readonly fileName: string | null
}

/** Types that a browser shows without carrying anything out, or does not show at all. */
const harmless: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/tiff', 'image/avif', 'image/x-icon'],
  ...['application/pdf', 'application/zip', 'application/json', 'application/msword', 'application/rtf'],
  ...['application/octet-stream', 'text/plain', 'text/csv'],
])
const harmlessKinds =
  /^(?:audio|video)\/|^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-(?:excel|powerpoint|word))\b/

const name = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/
const parameters = /^(?:; ?[\w-]{1,40}=[\w.:+-]{1,100})*$/

/**
 * Returns a safe content type for a content whose type another user has set. Types that a browser could run, as a
 * script or page of this server, become text; invalid types become bytes.
 */
export function toHarmlessType(type: string): string {
  const [base = '', ...rest] = type.split(';')
  const wanted = base.trim().toLowerCase()
  const more = rest.map((one) => `; ${one.trim()}`).join('')
  if (!name.test(wanted) || !parameters.test(more)) return 'application/octet-stream'
  if (harmless.has(wanted) || harmlessKinds.test(wanted)) return `${wanted}${more}`
  return wanted.startsWith('text/') ? `text/plain${more}` : 'application/octet-stream'
}

/** Returns the headers with which a browser saves a content and executes nothing in it. */
export function headersOfForeign({ contentType, fileName }: ForeignContent): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition':
      fileName === null ? 'attachment' : `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': `sandbox; default-src 'none'`,
  }
}
