/** A browser without scripts: it follows redirects, and keeps cookies for each site. */
export interface TestBrowser {
  /** Opens an address and follows where it leads. */
  open(address: string): Promise<Page>
  /** Sends a request, and does not follow where it leads. */
  send(address: string, options?: RequestInit): Promise<Response>
  cookiesOf(origin: string): Map<string, string>
}

export interface Page {
  /** Where the browser has come to. */
  readonly address: URL
  readonly status: number
  readonly text: string
  /** What each answer on the way has set, in order. */
  readonly setCookies: readonly string[]
}

export function createTestBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>()
  const cookiesOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }

  const send: TestBrowser['send'] = async (address, options = {}) => {
    const jar = cookiesOf(new URL(address).origin)
    const headers = new Headers(options.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(address, { ...options, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie)
    return response
  }

  const open: TestBrowser['open'] = async (address) => {
    const setCookies: string[] = []
    let current = new URL(address)
    for (let steps = 0; steps < 20; steps++) {
      const response = await send(current.href, { headers: { accept: 'text/html' } })
      setCookies.push(...response.headers.getSetCookie())
      const location = response.headers.get('location')
      if (location === null)
        return { address: current, status: response.status, text: await response.text(), setCookies }
      current = new URL(location, current)
    }
    throw new Error(`Expected to arrive somewhere, but ${current.href} leads on and on.`)
  }
  return { open, send, cookiesOf }
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split(/;\s*/)
  const split = pair.indexOf('=')
  const [name, value] = [pair.slice(0, split), pair.slice(split + 1)]
  const isOver = attributes.some((attribute) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute))
  if (isOver || value === '') jar.delete(name)
  else jar.set(name, value)
}
