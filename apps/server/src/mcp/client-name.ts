const longest = 80

/**
 * Returns the name that a client gives itself, in the envelope of the protocol or else in its `User-Agent`. The name is
 * not verified, so it is only shown in the audit.
 */
export function clientName(body: unknown, userAgent: string | undefined): string {
  const info = field(field(field(body, 'params'), '_meta'), 'io.modelcontextprotocol/clientInfo')
  const said = [field(info, 'name'), field(info, 'version')].filter((part) => typeof part === 'string').join('/')
  const name = (said === '' ? (userAgent ?? '') : said).replaceAll(/[^\x21-\x7e]+/g, ' ').trim()
  return name === '' ? 'an unknown client' : name.slice(0, longest)
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
