/** Returns whether a value is an object as in JSON: no array and no class instance. */
export function isPlainObject(input: unknown): input is Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null) return false
  const prototype: unknown = Object.getPrototypeOf(input)
  return prototype === Object.prototype || prototype === null
}

/** Returns an object without a prototype, so that no key of it can reach one. */
export function createRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>
}

const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns whether a name reaches an object's prototype. Nothing in a form may have such a name. */
export function isPrototypeKey(key: string): boolean {
  return prototypeKeys.has(key)
}

/** Describes a value for an error message, always in a few characters. */
export function describeValue(input: unknown): string {
  if (input === undefined) return 'nothing'
  if (input === null) return 'null'
  if (Array.isArray(input)) return `a list of ${input.length}`
  switch (typeof input) {
    case 'string':
      return input.length > 60 ? `a text of ${input.length} characters` : `"${input}"`
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(input)
    default:
      return 'an object'
  }
}
