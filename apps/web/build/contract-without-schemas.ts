import type { Plugin } from 'vite'

const stubId = '\0zod-stub'

/**
 * The browser takes only methods, paths and constants from the contract: the server validates both ways. So inside the
 * contract zod is replaced by a stand-in on which schemas can be built, but which refuses to validate. That keeps zod's
 * 25 kB out of the first load; whatever else imports zod gets the real one.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === 'zod' && importer?.includes('/packages/contract/') ? stubId : null
    },
    load(id) {
      return id === stubId ? stub : null
    },
  }
}

const stub = `
const validating = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', '~standard'])
export const z = new Proxy(() => {}, {
  get(_, name) {
    if (validating.has(name))
      throw new Error('Expected no validation by a schema of the contract in the browser, but it was asked for ' + String(name) + '.')
    return z
  },
  apply: () => z,
})
`
