import { type Attribute, commonAttributes } from '../schemas.ts'

export type Values = Readonly<Record<string, unknown>>

/** The attributes of a kind of resource, and those of its extensions by schema. */
export interface ResourceDefinition {
  readonly schema: string
  readonly attributes: readonly Attribute[]
  readonly extensions: Readonly<Record<string, readonly Attribute[]>>
}

export function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Finds an attribute by its name, case-insensitively. */
export function findAttribute(attributes: readonly Attribute[], name: string): Attribute | null {
  const wanted = name.toLowerCase()
  return [...attributes, ...commonAttributes].find((one) => one.name.toLowerCase() === wanted) ?? null
}

/** Returns the schema of an extension by its name, case-insensitively; null: the resource has no such extension. */
export function findExtension({ extensions }: ResourceDefinition, name: string): string | null {
  const wanted = name.toLowerCase()
  return Object.keys(extensions).find((schema) => schema.toLowerCase() === wanted) ?? null
}

/**
 * Returns a resource with the names of attributes in the spelling of the schemas. Unknown attributes are left out:
 * clients send many that a server does not have. Deviating values are converted to the schema: a list with one value
 * instead of the value, `"True"` as a text.
 */
export function canonicalize(definition: ResourceDefinition, resource: Values): Values {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(resource)) {
    const extension = findExtension(definition, name)
    if (extension !== null) {
      if (isValues(value)) result[extension] = canonicalValues(definition.extensions[extension] ?? [], value)
      continue
    }
    Object.assign(result, canonicalValues(definition.attributes, { [name]: value }))
  }
  return result
}

function canonicalValues(attributes: readonly Attribute[], values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const attribute = findAttribute(attributes, name)
      return attribute === null || value === null || value === undefined
        ? []
        : [[attribute.name, canonicalValue(attribute, value)]]
    }),
  )
}

function canonicalValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.multiValued) return canonicalOne(attribute, value)
  return (Array.isArray(value) ? value : [value]).map((one) => canonicalOne(attribute, one))
}

function canonicalOne({ type, subAttributes }: Attribute, value: unknown): unknown {
  if (type === 'boolean') return readFlag(value)
  if (type !== 'complex' || subAttributes === undefined) return value
  // Entra sends the id of a manager alone.
  return isValues(value) ? canonicalValues(subAttributes, value) : { value }
}

/** Entra writes `"False"` as a text. What is neither true nor false stays, and is refused where it is read. */
function readFlag(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.toLowerCase()
  return text === 'true' || text === 'false' ? text === 'true' : value
}
