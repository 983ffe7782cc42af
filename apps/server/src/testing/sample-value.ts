import { z } from 'zod'

/**
 * Returns a value that a schema of the contract accepts: the smallest one, or a given value for fields with a given
 * name.
 */
export function sampleOf(schema: z.ZodType, given: Readonly<Record<string, unknown>> = {}): unknown {
  const node = nodes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node)
  nodes.set(schema, node)
  return sample(node, given)
}

/** Calls are made with samples thousands of times, and to describe a schema costs as much as to answer some of them. */
const nodes = new WeakMap<z.ZodType, Node>()

interface Node {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly items?: Node
  readonly minItems?: number
}

function sample(node: Node, given: Readonly<Record<string, unknown>>): unknown {
  if (node.const !== undefined) return node.const
  if (node.enum !== undefined) return node.enum[0]
  const choices = node.anyOf ?? node.oneOf
  if (choices !== undefined) return sample(choices[0] ?? {}, given)
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(node.properties ?? {})
          .filter(([name]) => name in given || node.required?.includes(name))
          .map(([name, property]) => [name, given[name] ?? sample(property, given)]),
      )
    case 'array':
      return Array.from({ length: node.minItems ?? 0 }, () => sample(node.items ?? {}, given))
    case 'string':
      return texts[node.format ?? ''] ?? 'a'.repeat(Math.max(1, node.minLength ?? 0))
    case 'number':
    case 'integer':
      return Math.max(1, node.minimum ?? 1)
    case 'boolean':
      return false
    default:
      return null
  }
}

const texts: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2030-01-07T09:00:00Z',
  date: '2030-01-07',
  email: 'a@example.org',
  uri: 'https://example.org',
}
