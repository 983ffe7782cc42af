import type { Things } from './make-request.ts'
import type { Random } from './random.ts'

const most = 40

export interface Pool extends Things {
  add(name: string, value: string): void
  /** Takes what an answer names. */
  harvest(path: string, value: unknown): void
}

/** Creates a pool that stores ids and names from answers, so that later calls concern existing objects. */
export function createPool(isLeftAlone: (value: string) => boolean): Pool {
  const known = new Map<string, string[]>()
  const add = (name: string, value: string) => {
    if (value === '' || value.length > 200 || isLeftAlone(value)) return
    const values = known.get(name) ?? []
    if (values.includes(value)) return
    values.push(value)
    if (values.length > most) values.shift()
    known.set(name, values)
  }
  const harvest = (path: string, value: unknown, depth = 0) => {
    if (depth > 4 || value === null || typeof value !== 'object') return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 10)) harvest(path, item, depth + 1)
      return
    }
    const subject =
      path
        .replace(/\/(count|create|start).*$/, '')
        .split('/')
        .at(-1)
        ?.split('?')[0] ?? ''
    for (const [name, item] of Object.entries(value)) {
      if (typeof item === 'string') {
        add(name, item)
        if (name === 'id' || name === 'key') add(`${subject}.${name}`, item)
      } else harvest(path, item, depth + 1)
    }
  }
  return {
    add,
    harvest: (path, value) => harvest(path, value),
    find: (name, random: Random) => {
      const values = known.get(name) ?? known.get(name.replace(/(In|s)$/, '')) ?? known.get(name.replace(/Like$/, ''))
      return values === undefined || values.length === 0 ? undefined : random.pick(values)
    },
  }
}
