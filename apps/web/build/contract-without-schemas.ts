import { readFile, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const stubId = '\0zod-stub'
const contractFolder = `${sep}packages${sep}contract${sep}src${sep}`

/**
 * Removes schemas from the contract in the browser, which only uses methods, paths and constants: the server validates
 * both directions. Files that describe calls are reduced to the data that the browser needs. In all others, zod is
 * replaced by a module with which schemas can be built, but which refuses to validate. That keeps zod's 25 kB and the
 * schemas out of the first load; other importers get the real zod.
 */
export function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === 'zod' && importer?.includes('/packages/contract/') ? stubId : null
    },
    async load(id) {
      if (id === stubId) return stub
      if (!id.includes(contractFolder) || !id.endsWith('.ts')) return null
      if (!/^export const \w+(Calls|List|Touches) = /m.test(await readFile(id, 'utf8'))) return null
      // The time of the file, so that a change during development is seen.
      const { mtimeMs } = await stat(id)
      const exports: Readonly<Record<string, unknown>> = await import(`${pathToFileURL(id).href}?${mtimeMs}`)
      // A function cannot be written down: such a file stays as it is.
      return Object.values(exports).some((value) => typeof value === 'function') ? null : writeModule(exports)
    },
  }
}

function writeModule(exports: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(exports).map(([name, value]) => {
    if (isCalls(value)) return `export const ${name} = ${printCalls(value)}`
    // The description of a list is plain data already; anything else that holds a schema is one.
    if (name.endsWith('List')) return `export const ${name} = ${JSON.stringify(value)}`
    // A schema.
    if (typeof value === 'object' && value !== null && '_zod' in value) return `export const ${name} = z`
    if (value instanceof RegExp) return `export const ${name} = ${value}`
    return `export const ${name} = ${JSON.stringify(value)}`
  })
  return [`import { makeCalls, z } from 'zod'`, ...lines].join('\n')
}

type Calls = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** By what they are and not by their name: texts about calls are no calls. */
function isCalls(value: unknown): value is Calls {
  if (typeof value !== 'object' || value === null) return false
  const all = Object.values(value)
  return all.length > 0 && all.every((one) => typeof one?.method === 'string' && typeof one.path === 'string')
}

/** Each call has its name by its subject and its key, and most only read: neither is written out. */
function printCalls(calls: Calls): string {
  const [first] = Object.values(calls)
  const subject = String(first?.name).split('.', 1)[0]
  return `/* @__PURE__ */ makeCalls(${JSON.stringify(subject)}, ${JSON.stringify(strip(calls))})`
}

/** What sending a call needs: where it goes, and what is special about it. */
function strip(calls: Calls): object {
  return Object.fromEntries(
    Object.entries(calls).map(([key, call]) => {
      const { method, path, isChange, happensOnce, touches, answer } = call
      const kind = typeof answer === 'string' ? answer : undefined
      return [
        key,
        { method: method === 'GET' ? undefined : method, path, isChange, happensOnce, touches, answer: kind },
      ]
    }),
  )
}

const stub = `
export const makeCalls = (subject, calls) => Object.fromEntries(
  Object.entries(calls).map(([key, call]) => [key, { name: subject + '.' + key, method: 'GET', ...call }]),
)
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
